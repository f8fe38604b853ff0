// Finds people in the index of everybody that a site brings along.
"use strict";

const folded = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
for (const place of document.querySelectorAll("[data-index]")) {
  const { index, players, label, hint } = place.dataset;
  const field = Object.assign(document.createElement("input"), { type: "search", placeholder: hint });
  field.setAttribute("aria-label", label);
  const found = Object.assign(document.createElement("ul"), { className: "found", hidden: true });
  place.append(field, found);
  let everybody = null;
  field.addEventListener("input", async () => {
    everybody ??= fetch(index).then((reply) => reply.json());
    const people = await everybody;
    const words = folded(field.value.trim()).split(/\s+/).filter(Boolean);
    const near = words.length === 0 ? [] : people.filter(([id, name, club]) => {
      const text = folded(`${id} ${name} ${club}`);
      return words.every((word) => text.includes(word));
    }).slice(0, 8);
    found.replaceChildren(...near.map(([id, name, club, rating]) => {
      const link = document.createElement("a");
      link.href = players.replace("ID.html", encodeURIComponent(id) + ".html");
      link.textContent = [name, club, rating].filter(Boolean).join(" · ");
      const row = document.createElement("li");
      row.append(link);
      return row;
    }));
    found.hidden = near.length === 0;
  });
}
