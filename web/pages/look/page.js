// Only betters what already works: nothing on a page needs this.
"use strict";

// Search while typing: the same answer as the page of the search, a few rows below the field.
for (const form of document.querySelectorAll("form.find")) {
  const field = form.querySelector("input");
  const found = document.createElement("ul");
  found.className = "found";
  found.hidden = true;
  form.append(found);
  let waiting = 0;
  let asked = "";

  const show = async () => {
    const words = field.value.trim();
    if (words === asked) return;
    asked = words;
    if (words.length < 2) {
      found.hidden = true;
      return;
    }
    const address = form.action.replace(/\/(?:fi|sv|en)(?=\/search$)/, "") + ".json?words=" + encodeURIComponent(words);
    const reply = await fetch(address).catch(() => null);
    if (!reply || !reply.ok || words !== asked) return;
    const people = (await reply.json()).rows.slice(0, 8);
    found.replaceChildren(...people.map((person) => {
      const row = document.createElement("li");
      const link = document.createElement("a");
      link.href = form.action.replace(/\/search$/, "/players/") + encodeURIComponent(person.player);
      link.textContent = [person.name, person.club, person.player].filter(Boolean).join(" · ");
      row.append(link);
      return row;
    }));
    found.hidden = people.length === 0;
  };

  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 250);
  });
  form.addEventListener("keydown", (event) => {
    const links = [...found.querySelectorAll("a")];
    const place = links.indexOf(document.activeElement);
    if (event.key === "Escape") found.hidden = true;
    else if (event.key === "ArrowDown" && links.length) links[Math.min(place + 1, links.length - 1)].focus();
    else if (event.key === "ArrowUp" && place >= 0) (links[place - 1] || field).focus();
    else return;
    event.preventDefault();
  });
}
