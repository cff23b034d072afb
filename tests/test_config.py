"""Settings: who wins, what is refused, and what a map may be called."""

from __future__ import annotations

import pytest

from xray_graph.config import BuildSettings, build_settings, check_label, derived_label
from xray_graph.errors import ExitCode, UsageError


def given(root, flags=None, environment=None):
    return build_settings(root, flags or {}, environment or {})


def test_defaults(tmp_path):
    settings = given(tmp_path)
    assert settings == BuildSettings()
    assert settings.walk.max_file_bytes == 2 * 1024 * 1024
    assert (settings.embed.embedder, settings.embed.dims, settings.embed.max_input_chars) == (
        "builtin",
        256,
        8192,
    )


def test_settings_are_frozen(tmp_path):
    with pytest.raises(AttributeError):
        given(tmp_path).walk.max_files = 1
    assert hash(given(tmp_path)) == hash(BuildSettings())


def test_flags_win_over_the_environment_and_that_over_the_file(repo):
    root = repo(
        {
            ".xray.toml": 'jobs = 1\nmax-file-bytes = 1\nembedding_dims = 1\nexclude = ["a", "b"]\nname = "shop"\n'
        }
    )
    environment = {
        "XRAY_JOBS": "2",
        "XRAY_MAX_FILE_BYTES": "2",
        "XRAY_EXCLUDE": "c, d ,",
        "XRAY_DESCRIPTION": "",
    }
    settings = given(root, {"jobs": 3, "max_file_bytes": None, "exclude": (), "include": ("x",)}, environment)
    assert settings.parse.jobs == 3
    assert settings.walk.max_file_bytes == 2
    assert settings.embed.dims == 1
    assert settings.walk.exclude == ("c", "d")
    assert settings.walk.include == ("x",)
    assert (settings.name, settings.description) == ("shop", "")


def test_no_embed_is_the_embedder_none(repo):
    root = repo({".xray.toml": "no-embed = true\n"})
    assert given(root).embed.embedder == "none"
    assert given(root, {"embedder": "builtin"}).embed.embedder == "builtin"
    assert given(root, {"embedder": "builtin", "no_embed": True}).embed.embedder == "none"
    assert given(root.parent, environment={"XRAY_NO_EMBED": "1"}).embed.embedder == "none"


def test_the_file_is_that_of_the_folder_or_of_its_work_tree(repo, tmp_path):
    root = repo({".xray.toml": "jobs = 7\n", "a/b/c.py": "", "d/.xray.toml": "jobs = 8\n"}, git=True)
    assert given(root / "a" / "b").parse.jobs == 7
    assert given(root / "d").parse.jobs == 8
    inner = repo({"x/y.py": ""}, name="shop/inner", git=True)
    assert given(inner / "x").parse.jobs == 0  # not that of another repository


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("jbos = 1", "unknown key 'jbos'", "did you mean jobs?"),
        ("[walk]\njobs = 1", "unknown key 'walk'", "the keys are"),
        ("jobs = 'two'", "'two' does not fit", "it takes a whole number, at least 0"),
        ("jobs = -1", "-1 does not fit", "a whole number, at least 0"),
        ("jobs = true", "True does not fit", "a whole number"),
        ("embedder = 'magic'", "'magic' does not fit", "builtin or none or openai"),
        ("exclude = 'a'", "'a' does not fit", "a list of texts"),
        ("strict = 3", "3 does not fit", "true or false"),
        ("name = 3", "3 does not fit", "text"),
        ("x = 1\njobs = !", "is not TOML: Invalid value (at line 2", ""),
        ("name = '\x00'", "is not TOML", ""),
    ],
)
def test_a_file_that_is_wrong(repo, text, message, hint):
    root = repo({".xray.toml": text})
    with pytest.raises(UsageError) as caught:
        given(root)
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.where.startswith(str(root / ".xray.toml"))
    assert caught.value.exit_code == ExitCode.USAGE


def test_a_file_that_cannot_be_read(repo, tmp_path):
    root = repo({".xray.toml": b"name = '\xff'", "private": "jobs = 1"})
    with pytest.raises(UsageError, match="is not TOML"):
        given(root)
    (root / ".xray.toml").write_text("# " + "x" * 70_000)
    with pytest.raises(UsageError, match="is larger than 65536 bytes"):
        given(root)
    (root / ".xray.toml").unlink()
    (root / ".xray.toml").symlink_to("private")
    with pytest.raises(UsageError, match="cannot be read"):
        given(root)


@pytest.mark.parametrize(
    ("flags", "environment", "where"),
    [
        ({"jobs": "many"}, {}, "--jobs"),
        ({"max_file_bytes": 0}, {}, "--max-file-bytes"),
        ({}, {"XRAY_JOBS": "many"}, "XRAY_JOBS"),
        ({}, {"XRAY_STRICT": "perhaps"}, "XRAY_STRICT"),
        ({"no_such_thing": 1}, {}, "--no-such-thing"),
    ],
)
def test_a_flag_or_variable_that_is_wrong(tmp_path, flags, environment, where):
    with pytest.raises(UsageError) as caught:
        given(tmp_path, flags, environment)
    assert caught.value.where == where


# --- what the repository's own file cannot choose ------------------------------------------------


def test_text_is_sent_nowhere_without_a_flag(repo):
    root = repo({".xray.toml": "embedder = 'openai'\n"})
    with pytest.raises(UsageError, match="a flag must ask for it") as caught:
        given(root)
    assert caught.value.where == str(root / ".xray.toml")
    with pytest.raises(UsageError, match="XRAY_EMBEDDER: .*a flag must ask for it"):
        given(root.parent, environment={"XRAY_EMBEDDER": "openai"})
    assert given(root, {"embedder": "openai"}).embed.embedder == "openai"
    assert given(root, {"no_embed": True}).embed.embedder == "none"


def test_an_endpoint_is_confirmed_by_who_runs_the_build(repo):
    root = repo({".xray.toml": "embedding-endpoint = 'https://evil.example/v1'\n"})
    with pytest.raises(UsageError, match="names the endpoint https://evil.example/v1"):
        given(root, {"embedder": "openai"})
    own = "http://127.0.0.1:9/v1"
    assert given(root, {"embedder": "openai", "embedding_endpoint": own}).embed.endpoint == own
    assert given(root, {"embedder": "openai"}, {"XRAY_EMBEDDING_ENDPOINT": own}).embed.endpoint == own
    assert given(root).embed.embedder == "builtin"


@pytest.mark.parametrize("folder", ["/srv/maps", "../maps", "maps/../../x", "..\\maps"])
def test_maps_are_written_nowhere_else(repo, folder):
    root = repo({".xray.toml": f"output = '{folder}'\n"})
    with pytest.raises(UsageError, match="leads out of the repository"):
        given(root)
    assert given(root, {"output": "/elsewhere"}).output == "/elsewhere"


# --- labels --------------------------------------------------------------------------------------


def test_the_file_names_recipients_and_no_files_of_them(repo):
    assert build_settings(
        repo({".xray.toml": 'snapshot-recipient = ["age1x"]'}), {}, {}
    ).snapshot_recipient == ("age1x",)
    for name in ("/etc/passwd", "-", "list.txt"):
        root = repo({".xray.toml": f'snapshot-recipient = ["age1x", "{name}"]'})
        with pytest.raises(UsageError, match="named by a flag alone"):
            build_settings(root, {}, {})
        assert build_settings(root, {"snapshot_recipient": ["list.txt"]}, {}).snapshot_recipient == (
            "list.txt",
        )


def test_recipients_of_the_environment(tmp_path):
    told = {"XRAY_AGE_RECIPIENTS": "age1a, ssh-ed25519 AAAA me"}
    assert build_settings(tmp_path, {}, told).snapshot_recipient == ("age1a", "ssh-ed25519 AAAA me")
    told["XRAY_SNAPSHOT_RECIPIENT"] = "age1b"
    assert build_settings(tmp_path, {}, told).snapshot_recipient == ("age1b",)
    assert build_settings(tmp_path, {"snapshot-recipient": ["age1c"]}, told).snapshot_recipient == ("age1c",)


@pytest.mark.parametrize("label", ["shop", "a.b-c_d+1@2", "目录", "9lives", "x" * 64])
def test_labels(label):
    assert check_label(label) == label


@pytest.mark.parametrize(
    "label", ["", "a/b", "/", "..", ".hidden", "-x", "a b", "a:b", "a\nb", "x" * 65, "目" * 64 + "x", "a\\b"]
)
def test_what_is_no_label(label):
    with pytest.raises(UsageError) as caught:
        check_label(label)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("origin", "folder", "label"),
    [
        ("git@example.org:team/shop.git", "/x/y", "shop"),
        ("https://user@example.org/team/shop/", "/x/y", "shop"),
        ("ssh://git@example.org:22/team/shop", "/x/y", "shop"),
        ("/srv/git/shop.git", "/x/y", "shop"),
        ("example.org:shop", "/x/y", "shop"),
        ("", "/x/shop", "shop"),
        ("", "C:\\r\\shop", "shop"),
        ("", "/x/my shop (2)", "my-shop-2"),
        ("", "/x/.dotfiles", "dotfiles"),
        ("", "/", "map"),
        ("...", "/x/y", "y"),
        (".git", "/x/y", "y"),
    ],
)
def test_labels_that_are_derived(origin, folder, label):
    assert derived_label(origin, folder) == label
    assert check_label(label) == label


def test_long_names_stay_apart_and_short():
    one, two = derived_label("", "/x/" + "a" * 300), derived_label("", "/x/" + "a" * 301)
    assert one != two
    assert len(check_label(one)) == len(check_label(two)) == 64
    assert check_label(derived_label("", "/x/" + "目" * 300))
