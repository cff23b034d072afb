"""Settings of a server: a file below the environment below flags, all shown by --print-config."""

from __future__ import annotations

import json
import os
import stat
import tomllib

import pytest

from tests.serve.running import run


@pytest.fixture
def config(tmp_path):
    """`config(text, *flags, **variables)` → what would be in force, or what was said against it."""
    (tmp_path / "maps").mkdir()

    def ask(text, *flags, **variables):
        file = tmp_path / "server.toml"
        file.write_text(text)
        arguments = ["serve-snapshots", "--config", str(file), "--print-config", "--json", *flags]
        done = run(*arguments, XRAY_MENTAL_MAPS_DIR=str(tmp_path / "maps"), **variables)
        return json.loads(done.stdout) if done.returncode == 0 else (done.returncode, done.stderr)

    return ask


def test_flags_win_over_the_environment_and_that_over_the_file(config):
    text = 'mental-maps-ttl-min = 1.5\nmental_maps_memory_mib = 100\nlog-level = "info"\n'
    assert config(text)["mental_maps_ttl_min"] == 1.5
    told = config(text, "--log-level", "error", XRAY_MENTAL_MAPS_MEMORY_MIB="200", XRAY_LOG_LEVEL="debug")
    assert (told["mental_maps_ttl_min"], told["mental_maps_memory_mib"], told["log_level"]) == (
        1.5,
        200,
        "error",
    )


def test_every_flag_can_stand_in_the_file(config):
    told = config(
        'addr = "127.0.0.1:9000"\nallow-host = ["maps.example", "x.example:80"]\nwritable = true\n'
        'memory-map = "desk"\nallow-origin = ["https://portal.example"]\nmental-maps-route-fanout = 5\n'
    )
    assert told["addr"] == "127.0.0.1:9000"
    assert {"maps.example", "x.example:80"} <= set(told["allow_host"])
    assert (told["writable"], told["memory_map"], told["mental_maps_route_fanout"]) == (True, "desk", 5)


def test_a_list_in_the_environment_is_parted_by_commas(config):
    told = config("", XRAY_ALLOW_HOST="maps.example,x.example")
    assert {"maps.example", "x.example"} <= set(told["allow_host"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("log-levle = 1", "did you mean log-level?"), ("print-config = true", "unknown key"), ("x = [", "is not TOML"),
        ("allow-host = 'one'", "takes a list"), ("addr = ['a']", "takes one value"), ("log-level = 'loud'", "loud"),
        ("token = 'abc'", "unknown key"), ("mental-maps-ttl-min = 'soon'", "soon"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(config, text, expected):
    code, said = config(text)
    assert code == 2
    assert expected in said


def test_for_a_reader_they_are_toml(tmp_path):
    shown = run("serve-snapshots", "--mental-maps-dir", str(tmp_path), "--print-config")
    told = tomllib.loads(shown.stdout)
    assert told["mental-maps-dir"] == str(tmp_path)
    assert (told["writable"], told["addr"]) == (False, "127.0.0.1:8085")
    assert "# snapshot-key is not set\n" in shown.stdout


@pytest.mark.parametrize("server", [["serve", "."], ["serve-snapshots", "--mental-maps-dir", "."]])
def test_what_is_printed_can_be_given_back(tmp_path, server):
    flags = [
        "--allow-host",
        "maps.example",
        "--allow-origin",
        "https://portal.example",
        "--log-level",
        "info",
    ]
    told = run(*server, *flags, "--print-config", cwd=tmp_path)
    assert "\n# token = false" in told.stdout
    (tmp_path / "printed.toml").write_text(told.stdout)
    again = run(*server, "--config", "printed.toml", "--print-config", cwd=tmp_path)
    assert (again.returncode, again.stdout) == (0, told.stdout)


def test_a_file_that_is_not_there(tmp_path):
    done = run("serve-snapshots", "--config", str(tmp_path / "none.toml"), "--mental-maps-dir", str(tmp_path))
    assert done.returncode == 2
    assert "none.toml" in done.stderr


def test_a_token_is_made_for_its_owner_alone_and_shown_to_nobody(tmp_path):
    file = tmp_path / "token"
    flags = ["--mental-maps-dir", str(tmp_path), "--token-file", str(file), "--print-config", "--json"]
    made = run("serve-snapshots", "--new-token", *flags)
    assert made.returncode == 0, made.stderr
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    token = file.read_text().strip()
    assert len(token) >= 32
    assert token not in made.stdout + made.stderr
    assert json.loads(made.stdout)["token"] is True
    run("serve-snapshots", "--new-token", *flags)
    assert file.read_text().strip() == token  # again keeps it
    file.chmod(0o644)
    assert run("serve-snapshots", *flags).returncode == 4
