"""What a release says of itself: every package that an installation brings, with its licence; none of the tests."""

import importlib
import json

# by name: mypy reads tools as a folder of scripts
release = importlib.import_module("tools.release")


def test_the_list_has_what_is_installed_and_nothing_of_the_tests() -> None:
    names = {part.name.lower() for part in release.parts()}
    assert {"click", "cryptography", "eventsourcing", "msgspec", "cffi", "litestar", "uvicorn"} <= names
    assert not names & {"pymerkle", "pytest", "mypy", "hypothesis", "apsw", "ruff"}
    assert [part for part in release.parts() if part.licence == "not stated"] == []


def test_nothing_that_is_shipped_is_under_the_gpl() -> None:
    assert [part for part in release.parts() if "GPL" in part.licence.upper().replace("LGPL", "")] == []


def test_the_same_release_has_the_same_list() -> None:
    written = release.sbom(release.parts(), "0.1.0", "0" * 64)
    assert written == release.sbom(release.parts(), "0.1.0", "0" * 64)
    value = json.loads(written)
    assert value["bomFormat"] == "CycloneDX" and len(value["components"]) == len(release.parts())
    assert all(component["purl"].startswith("pkg:pypi/") for component in value["components"])
