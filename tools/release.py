"""What goes out with a release: the wheel, built twice to the same bytes, and a list of
everything that is in it.

    python -m tools.release [FOLDER]      default: dist

Writes the wheel, sbom.json (CycloneDX 1.5), licences.txt, requirements.txt with a hash
for each package, and SHA256SUMS. The hashes are those of the files for this system and
Python; they are a file of their own, because pip wants a hash of everything as soon as
it has one, also of the program itself where it is being worked on.

The list has what `pip install selokirja` brings. What only tests use is not in it:
`pymerkle` is under the GPL, tests compare with it, and it is never shipped.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
NAME = "selokirja"


class Part(NamedTuple):
    """One installed package."""

    name: str
    version: str
    licence: str


def parts(name: str = NAME, extras: tuple[str, ...] = ()) -> list[Part]:
    """Everything that an installation needs, by name; the program itself is not in it."""
    known: dict[str, Part] = {}
    waiting = list(_needs(distribution(name), extras))
    while waiting:
        needed = waiting.pop()
        try:
            package = distribution(needed)
        except PackageNotFoundError:
            continue  # for another system or another Python
        key = _one_spelling(needed)
        if key not in known:
            known[key] = Part(package.name, package.version, licence(package))
            waiting += _needs(package, ())
    return [known[key] for key in sorted(known)]


def _needs(package: Distribution, extras: tuple[str, ...]) -> Iterator[str]:
    """The names of what a package needs: `msgspec>=0.18; extra == "web"` is msgspec, if
    `web` is among the extras.
    """
    for requirement in package.requires or ():
        extra = re.search(r"extra\s*==\s*['\"]([^'\"]+)['\"]", requirement)
        if extra is None or extra[1] in extras:
            name, *_ = re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)
            yield name


def licence(package: Distribution) -> str:
    """As the package states it: an expression, a classifier, or a line of its own."""
    stated = package.metadata
    for expression in stated.get_all("License-Expression") or ():
        return str(expression)
    named = [
        line.rpartition(" :: ")[2]
        for line in stated.get_all("Classifier") or ()
        if line.startswith("License ::")
    ]
    lines = [
        str(line).splitlines()[0] for line in stated.get_all("License") or () if line
    ]
    return " and ".join(named or lines) or "not stated"


def sbom(components: list[Part], version: str, wheel: str) -> str:
    """CycloneDX, without a clock and without chance: the same release has the same
    list.
    """
    listed = [
        {
            "type": "library",
            "name": part.name,
            "version": part.version,
            "purl": (
                f"pkg:pypi/{re.sub(r'[-_.]+', '-', part.name).lower()}@{part.version}"
            ),
            "licenses": [{"license": {"name": part.licence}}],
        }
        for part in components
    ]
    subject = {
        "type": "application",
        "name": NAME,
        "version": version,
        "licenses": [{"license": {"id": "MIT"}}],
        "hashes": [{"alg": "SHA-256", "content": wheel}],
    }
    whole = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": subject},
        "components": listed,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def hashed(report: dict[str, Any], wanted: set[str]) -> str:
    """What pip would install, each with the SHA-256 of its file: for `pip install
    --require-hashes -r`.
    """
    lines = []
    for item in report["install"]:
        name, version = item["metadata"]["name"], item["metadata"]["version"]
        if _one_spelling(name) in wanted:
            digest = item["download_info"]["archive_info"]["hashes"]["sha256"]
            lines.append(f"{name}=={version} --hash=sha256:{digest}\n")
    return "".join(sorted(lines, key=str.lower))


def resolved(wheel: Path) -> dict[str, Any]:
    """What pip would bring with the wheel; nothing is installed."""
    line = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--ignore-installed",
        "--quiet",
        "--report",
        "-",
    ]
    line += [
        "--disable-pip-version-check",
        "-c",
        str(ROOT / "constraints.txt"),
        str(wheel),
    ]
    report: dict[str, Any] = json.loads(
        subprocess.run(line, capture_output=True, check=True).stdout
    )
    return report


def built(folder: Path) -> Path:
    """The wheel of the last commit, from a clean copy of it and with its moment as the
    only clock.
    """
    with tempfile.TemporaryDirectory() as copy:
        packed = subprocess.run(
            ["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True
        ).stdout
        subprocess.run(
            ["tar", "--extract", "--directory", copy], input=packed, check=True
        )
        moment = subprocess.run(
            ["git", "log", "-1", "--format=%ct"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        return wheel_of(Path(copy), folder, moment)


def wheel_of(source: Path, folder: Path, moment: str) -> Path:
    """The wheel of a folder of sources, which are built where they lie."""
    # the same permissions wherever it is built: they go into the wheel
    subprocess.run(["chmod", "-R", "u=rwX,go=rX", str(source)], check=True)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(source),
    ]
    subprocess.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": moment}, check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def main() -> None:
    """Write a release into the folder that is named, or into dist/."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    target.mkdir(exist_ok=True)
    wheel = target / build_twice(target)
    components = parts()
    version = distribution(NAME).version
    bill = sbom(components, version, sha256_of(wheel))
    (target / "sbom.json").write_text(bill, "utf-8")

    names = {_one_spelling(part.name) for part in components}
    requirements = hashed(resolved(wheel), names)
    (target / "requirements.txt").write_text(requirements, "utf-8")

    licences = [f"{part.name} {part.version}: {part.licence}\n" for part in components]
    (target / "licences.txt").write_text("".join(licences), "utf-8")

    sums = []
    for file in sorted(target.iterdir()):
        if file.name != "SHA256SUMS":
            sums.append(f"{sha256_of(file)}  {file.name}\n")
    (target / "SHA256SUMS").write_text("".join(sums), "utf-8")
    print(
        f"{wheel.name}: built twice, the same bytes; {len(components)} packages listed"
    )


def build_twice(target: Path) -> str:
    """Build the wheel, and put it into the folder if it comes out the same again;
    return its name.
    """
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        wheel = built(Path(one))
        again = built(Path(other))
        content = wheel.read_bytes()
        if content != again.read_bytes():
            sys.exit("the wheel came out different when it was built again")
        (target / wheel.name).write_bytes(content)
        return wheel.name


def sha256_of(file: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _one_spelling(package: str) -> str:
    """The name of a package in the one spelling that indexes compare."""
    return re.sub(r"[-_.]+", "-", package).lower()


if __name__ == "__main__":
    main()
