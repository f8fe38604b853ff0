"""What a release says of itself: every package that an installation brings, with its
licence; none of the tests.
"""

import json

from tools import release


def test_the_list_has_what_is_installed_and_nothing_of_the_tests() -> None:
    names = {part.name.lower() for part in release.parts()}
    assert {
        "click",
        "cryptography",
        "eventsourcing",
        "msgspec",
        "cffi",
        "litestar",
        "uvicorn",
    } <= names
    assert not names & {"pymerkle", "pytest", "mypy", "hypothesis", "apsw", "ruff"}
    assert [part for part in release.parts() if part.licence == "not stated"] == []


def test_nothing_that_is_shipped_is_under_the_gpl() -> None:
    assert [
        part
        for part in release.parts()
        if "GPL" in part.licence.upper().replace("LGPL", "")
    ] == []


def test_the_same_release_has_the_same_list() -> None:
    written = release.sbom(release.parts(), "0.1.0", "0" * 64)
    assert written == release.sbom(release.parts(), "0.1.0", "0" * 64)
    value = json.loads(written)
    assert value["bomFormat"] == "CycloneDX" and len(value["components"]) == len(
        release.parts()
    )
    assert all(
        component["purl"].startswith("pkg:pypi/") for component in value["components"]
    )


def test_each_package_has_the_hash_of_its_file() -> None:
    def item(name: str, digest: str) -> dict[str, object]:
        archive = {
            "archive_info": {"hashes": {"sha256": digest}},
            "url": "https://somewhere/file.whl",
        }
        return {"metadata": {"name": name, "version": "1.2"}, "download_info": archive}

    report = {
        "install": [
            item("selokirja", "00"),
            item("typing_extensions", "ff"),
            item("click", "aa"),
        ]
    }
    written = release.hashed(report, {"click", "typing-extensions"})
    assert (
        written
        == "click==1.2 --hash=sha256:aa\ntyping_extensions==1.2 --hash=sha256:ff\n"
    )
