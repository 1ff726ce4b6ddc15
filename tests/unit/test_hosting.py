"""The container files hold together, as no container engine runs where tests do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from dockerfile_parse import DockerfileParser

from tests.serving import ROOT
from ui import server

HEALTH = "/_stcore/health"


@pytest.fixture(scope="module")
def steps() -> list[dict[str, Any]]:
    parser = DockerfileParser(path=str(ROOT / "Dockerfile"), cache_content=True)
    found: list[dict[str, Any]] = parser.structure
    return [step for step in found if step["instruction"] != "COMMENT"]


def last_stage(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    start = max(n for n, step in enumerate(steps) if step["instruction"] == "FROM")
    return steps[start:]


def value(steps: list[dict[str, Any]], instruction: str) -> str:
    (found,) = [step["value"] for step in last_stage(steps) if step["instruction"] == instruction]
    return str(found)


def test_images_are_small_and_named_by_version(steps: list[dict[str, Any]]) -> None:
    for step in steps:
        if step["instruction"] == "FROM":
            assert re.match(r"python:3\.\d+-slim( AS \w+)?$", step["value"])
        assert step["instruction"] not in ("ADD", "MAINTAINER")
        if step["instruction"] == "RUN" and "pip " in step["value"]:
            assert "--no-cache-dir" in step["value"]
    assert "COPY" not in {step["instruction"] for step in last_stage(steps)}  # no sources


def test_it_runs_as_nobody_in_particular(steps: list[dict[str, Any]]) -> None:
    assert int(value(steps, "USER").split(":")[0]) > 1000
    order = [step["instruction"] for step in last_stage(steps)]
    assert order.index("USER") > order.index("RUN")


def test_the_entry_point_is_ours_and_takes_these_options(
    steps: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    command, *options = json.loads(value(steps, "ENTRYPOINT"))
    assert command == "fives-studio"
    with pytest.raises(SystemExit) as ended:
        server.main([*options, "--help"])
    assert ended.value.code == 0
    assert f"--port={value(steps, 'EXPOSE')}" in options
    assert "--host" in capsys.readouterr().out


def test_health_is_asked_where_streamlit_tells_it(steps: list[dict[str, Any]]) -> None:
    health = value(steps, "HEALTHCHECK")
    assert f"127.0.0.1:{value(steps, 'EXPOSE')}{HEALTH}" in health
    code = json.loads(health[health.index("CMD") + 3 :])[2]
    compile(code, "HEALTHCHECK", "exec")


def test_all_that_the_wheel_needs_goes_into_the_build() -> None:
    kept = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        if line.startswith("!")
    }
    assert kept >= {".streamlit/config.toml", "app.py", "engine", "pages", "static", "ui"}
    assert all((ROOT / name).exists() for name in kept)


def test_two_copies_stand_behind_a_proxy_that_remembers() -> None:
    composed = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    services = composed["services"]
    copies = {name: each for name, each in services.items() if each["image"] == "fives-studio"}
    assert len(copies) == 2
    for copy in copies.values():
        assert copy["read_only"] is True
        assert copy["tmpfs"] == ["/tmp"]  # noqa: S108 - in the container
        assert copy["cap_drop"] == ["ALL"]
        assert "ports" not in copy
    proxy = services["proxy"]
    assert set(proxy["depends_on"]) == set(copies)
    source, target, mode = proxy["volumes"][0].split(":")
    assert (target, mode) == ("/etc/caddy/Caddyfile", "ro")
    rules = Path(ROOT / source).read_text("utf-8")
    assert {f"{name}:8501" for name in copies} <= set(rules.split())
    assert "lb_policy cookie" in rules
    assert f"health_uri {HEALTH}" in rules
