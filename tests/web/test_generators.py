"""Generators of clients take the description without an error or a warning, and a
client made so does its work.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doc_shell import ROOT
from tests.features import asked_of_features
from tests.web.conftest import with_a_list
from tests.web.serving import NOW, Served, served
from tests.web.test_drafts import ANSWERS, REPORT
from tests.world.server import Put
from tools import generators
from web.store.roles import Role
from web.store.tokens import new_token

CONFIGURED = ROOT / "docs" / "reference" / "openapi-python-client.yml"
# what openapi-generator says of itself, whatever it reads
OF_ITSELF = re.compile(
    r"\[main\] WARN +o\.o\.codegen\.DefaultCodegen - OpenAPI 3\.1 support is still in"
    r" beta\..*"
)
# a program that runs for seconds: compiling it well and collecting its garbage beside
# it cost more than they bring
JAVA = {"JAVA_OPTS": "-XX:TieredStopAtLevel=1", "JDK_JAVA_OPTIONS": "-XX:+UseSerialGC"}
WORK = Path(__file__).with_name("a_client_at_work.py")
FETCHING = Path(__file__).with_name("a_typed_fetch_at_work.ts")


def generator(name: str) -> Path:
    """Where a generator is. The test that asks is skipped where it is not."""
    place = generators.program(name)
    if place is None:
        pytest.skip(generators.MISSING.format(name=name))
    return place


def said(folder: Path, *command: str | Path) -> str:
    """What a program prints, its own environment first on the path."""
    path = f"{generators.FOLDER / 'bin'}{os.pathsep}{os.environ['PATH']}"
    variables = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON")
    } | JAVA
    done = subprocess.run(
        [*map(str, command)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        env={**variables, "PATH": path},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def description(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The description as a service gives it to anybody."""
    place = tmp_path_factory.mktemp("described") / "openapi.json"
    with served("none.db") as running:
        place.write_bytes(running.ask("/api/openapi.json").body)
    return place


@pytest.fixture
def service(tmp_path_factory: pytest.TempPathFactory, put: Put) -> Iterator[Served]:
    """A ledger of its own, for a document is submitted to it."""
    with served(with_a_list(tmp_path_factory.mktemp("asked"), put).ledger) as running:
        yield running


def test_a_client_in_python_works(
    service: Served, description: Path, tmp_path: Path
) -> None:
    """Looks up a player, pages through a list, submits a document with a token, and
    gets a refusal typed.
    """
    make = (
        "generate",
        "--path",
        description,
        "--config",
        CONFIGURED,
        "--output-path",
        "made",
    )
    assert (
        said(tmp_path, generator("openapi-python-client"), *make).strip()
        == "Generating made"
    )
    token = str(
        new_token(
            service.settings.ledger, "club", Role.OFFICER, None, "tester", NOW
        ).token
    )
    python = generators.FOLDER / "bin" / "python"
    told = said(
        tmp_path / "made",
        python,
        "-W",
        "error",
        WORK,
        f"http://127.0.0.1:{service.port}",
        token,
    )
    rating = service.ask("/api/players/F033").value["lists"]["selo"]["rating"]
    count = len(service.ask("/api/lists/selo").value["rows"])
    assert told.splitlines() == [
        str(rating),
        f"{count} {count}",
        "201 F900",
        "404 unknown-player",
    ]


def test_without_the_configuration_only_bodies_that_are_no_json_are_left_out(
    description: Path,
    tmp_path: Path,
) -> None:
    make = ("generate", "--path", description, "--output-path", "made")
    text = said(tmp_path, generator("openapi-python-client"), *make)
    warnings = re.findall(r"WARNING parsing (\S+ \S+) ", text)
    assert set(warnings) == {
        "POST /api/documents",
        "POST /api/drafts",
        *(body for asked in asked_of_features() for body in asked.bodies),
    }
    assert len(
        re.findall(
            "Unsupported content type (?:application/jsonl|application/x-ndjson|text/)",
            text,
        )
    ) == len(warnings)


def test_models_are_made_and_imported(description: Path, tmp_path: Path) -> None:
    make = (
        "--input",
        description,
        "--input-file-type",
        "openapi",
        "--output",
        "models.py",
        "--formatters",
        "builtin",
        "--output-model-type",
        "pydantic_v2.BaseModel",
        "--target-python-version",
        "3.11",
    )
    assert said(tmp_path, generator("datamodel-codegen"), *make) == ""
    answers = (
        "import models; print(models.ShowAnswer.__name__, models.Refusal.__name__)"
    )
    python = generators.FOLDER / "bin" / "python"
    assert (
        said(
            tmp_path,
            python,
            "-W",
            "error",
            "-c",
            f"import sys; sys.path.insert(0, '.'); {answers}",
        )
        == "ShowAnswer Refusal\n"
    )


def test_a_client_in_typescript_works(
    service: Served, description: Path, tmp_path: Path
) -> None:
    """Looks at documents and drafts before they are booked, books them, sends one
    again, and reads what was hardest.
    """
    if shutil.which("java") is None:
        pytest.skip(generators.NO_JAVA)
    make = ("generate", "-i", description, "-g", "typescript-fetch", "-o", "made")
    text = said(tmp_path, generator("openapi-generator-cli"), *make)
    warned = [
        line
        for line in text.splitlines()
        if re.match(r"\[\w+\] (WARN|ERROR)|Exception", line)
    ]
    assert [line for line in warned if not OF_ITSELF.fullmatch(line)] == []
    shutil.copy(WORK.with_suffix(".ts"), tmp_path)
    # what TypeScript brings itself need not be checked
    compile_it = (
        "--strict",
        "--skipLibCheck",
        "--target",
        "es2020",
        "--module",
        "commonjs",
        "--moduleResolution",
        "node",
        "--lib",
        "es2020,dom",
        "--outDir",
        "compiled",
    )
    assert (
        said(tmp_path, generator("tsc"), *compile_it, WORK.with_suffix(".ts").name)
        == ""
    )
    if shutil.which("node") is None:
        pytest.skip(generators.NO_NPM)
    token = str(
        new_token(
            service.settings.ledger, "club", Role.OFFICER, None, "tester", NOW
        ).token
    )
    answers = json.dumps({**ANSWERS, "map": {"1": "F001", "2": "F002"}})
    program = (
        tmp_path / "compiled" / "a_client_at_work.js",
        f"http://127.0.0.1:{service.port}",
        token,
    )
    told = said(tmp_path, "node", *program, REPORT.decode(), answers)
    assert told.splitlines() == [
        "looked true F901 0",
        "submitted false",
        "again true",
        "draft undefined undefined undefined",
        "booked player true",
        "draft trf 0 2",
        "booked tournament true",
        "explained F033 true",
        "performance exact 1751 undefined",
        "performance all null 5",
        "followed 2 5",
        "refused 404",
    ]


def test_types_for_fetch_are_made_and_used(
    service: Served, description: Path, tmp_path: Path
) -> None:
    """The way that most programs in TypeScript go: types alone, and `fetch` with them."""
    make_types = generator("openapi-typescript")
    said(tmp_path, make_types, description, "-o", "schema.d.ts")
    shutil.copy(FETCHING, tmp_path)
    (tmp_path / "node_modules").symlink_to(generators.FOLDER / "node_modules")
    compile_it = (
        "--strict",
        "--skipLibCheck",
        "--target",
        "es2022",
        "--module",
        "node16",
        "--moduleResolution",
        "node16",
        "--lib",
        "es2022,dom",
        "--outDir",
        "compiled",
    )
    assert said(tmp_path, generator("tsc"), *compile_it, FETCHING.name) == ""
    if shutil.which("node") is None:
        pytest.skip(generators.NO_NPM)
    token = str(
        new_token(
            service.settings.ledger, "club", Role.OFFICER, None, "tester", NOW
        ).token
    )
    program = tmp_path / "compiled" / FETCHING.with_suffix(".js").name
    told = said(tmp_path, "node", program, f"http://127.0.0.1:{service.port}", token)
    rating = service.ask("/api/players/F033").value["lists"]["selo"]["rating"]
    assert told.splitlines() == [
        f"looked up F033 {rating}",
        "listed 2 string true",
        "submitted 201 player",
        "followed 2 5",
        "refused 404 unknown-player",
    ]


def test_what_is_not_there_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(generators, "FOLDER", tmp_path)
    with pytest.raises(
        pytest.skip.Exception, match=r"no client is made with it \(.venv/bin/python"
    ):
        generator("openapi-python-client")
