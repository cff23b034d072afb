"""A name leads to the map that declares it, among more maps than anybody would open."""

from __future__ import annotations

import pytest

from xray_graph.errors import NotFoundError, UsageError
from xray_graph.graph import build_graph
from xray_graph.index import DeclaredNames, WordIndex
from xray_graph.lexicon import read_corpus
from xray_graph.model import Edge, Node
from xray_graph.route import Atlas, Catalog, StoredEntry
from xray_graph.route.shelf import Shelf
from xray_graph.snapshot import About, MapParts, Summary, write_map

MANY = 20
SUMMARY = Summary("add a thing into a group", "readme", b"", {"add": 10, "into": 10, "group": 10})


def write(folder, k, *symbols, summary=SUMMARY):
    label = f"map-{k:02}"
    nodes = [Node("a.go", "", "file", "go", 1, 99)]
    nodes += [
        Node("a.go", name, "function", "go", at, at, at, at, at)
        for at, name in enumerate(("run", *symbols), 1)
    ]
    edges = [Edge("calls", ("a.go", "run"), ("a.go", name), "lexical", 1) for name in symbols]
    graph = build_graph(label, nodes, edges)
    words = WordIndex.build(graph, read_corpus(graph, {})).to_columns()
    path = folder / f"{label}.graph.gz"
    write_map(path, MapParts(About(label=label, summary=summary), graph, {}, None, words))
    return path


class Maps:
    """An atlas, and how many of its maps were opened."""

    def __init__(self, paths):
        self.shelf = Shelf()
        catalog = Catalog()
        for path in paths:
            catalog.put(StoredEntry(path, self.shelf))
        self.atlas = Atlas(catalog)

    def asked(self, query, hint=""):
        return [one.label for one in self.atlas.choose(query, hint=hint)]


@pytest.fixture
def paths(tmp_path):
    """Only one declares `addIntoGroup`, the last, and one a `Cart` with an `Add`."""
    own = {MANY - 1: ["addIntoGroup", "valid?"], 7: ["Cart", "Cart.Add"], 8: ["Add", "sendfile"], 9: ["Add"]}
    return [write(tmp_path, k, *own.get(k, ["other"])) for k in range(MANY)]


@pytest.fixture
def maps(paths):
    return Maps(paths)


def test_a_map_that_is_written_again_is_asked_for_its_new_names(maps, paths):
    with pytest.raises(NotFoundError):
        maps.atlas.node("newlyMade", limit=5)
    write(paths[3].parent, 3, "newlyMade")
    assert maps.atlas.node("newlyMade", limit=5).node.name == "map-03//a.go::newlyMade"


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("addIntoGroup", "map-19"),
        ("who calls addIntoGroup", "map-19"),
        ("add into group: where is `addIntoGroup` called", "map-19"),
        ("is valid() asked before", "map-19"),
        ("where is Cart.Add called", "map-07"),
        ("Cart::Add", "map-07"),
        ("sendfile", "map-08"),  # a plain word, when it is all that is asked
        ("who calls sendfile?", "map-08"),  # or when only a name has what is asked for
        ("callers of sendfile in a group", "map-08"),
        ("which functions call sendfile", "map-08"),
        ("where is sendfile defined", "map-08"),
    ],
)
def test_a_question_with_a_name_goes_to_the_map_that_declares_it(maps, question, label):
    assert maps.asked(question)[0] == label
    assert maps.shelf.loads == 0


def test_the_reply_says_so(maps):
    (asked, *_) = maps.atlas.choose("who calls addIntoGroup")
    assert "(has addIntoGroup; " in asked.reason


def test_it_is_the_only_map_with_a_hint(maps):
    assert maps.asked("addIntoGroup", hint="a thing in a group") == ["map-19"]


@pytest.mark.parametrize(
    "question",
    [
        "add a thing into a group",
        "the Cart of a group",
        "sendfile of a group",
        "who calls the sendfile of a group",
        "a group calls sendfile things",
        "how is sendfile added",
    ],
)
def test_without_a_name_nothing_is_read_but_headers(maps, paths, question):
    before = [each.atlas.choose(question) for each in (maps, Maps(paths))]
    for path in paths:
        path.unlink()
    assert maps.atlas.choose(question) == before[0] == before[1]


def test_of_several_that_declare_it_the_nearest_comes_first(tmp_path):
    near = Summary("parsing of a request", "readme", b"", {"request": 8, "parse": 9})
    paths = [write(tmp_path, k, "other") for k in range(8)]
    paths += [write(tmp_path, 8, "readLine"), write(tmp_path, 9, "readLine", summary=near)]
    maps = Maps(paths)
    assert maps.asked("readLine while a request is parsed")[:2] == ["map-09", "map-08"]
    assert maps.asked("readLine when things are added to the group")[:2] == ["map-08", "map-09"]


def test_what_all_maps_declare_tells_them_apart_hardly_at_all(tmp_path):
    near = Summary("parsing of a request", "readme", b"", {"request": 8})
    paths = [write(tmp_path, k, "to_text") for k in range(9)]
    paths.append(write(tmp_path, 9, "other", summary=near))
    assert Maps(paths).asked("to_text of a request")[0] == "map-09"


def test_what_names_a_language_is_no_name(tmp_path):
    paths = [write(tmp_path, k, *(["TypeScript"] if k == 9 else [])) for k in range(10)]
    assert Maps(paths).asked("add TypeScript to the group") == ["map-00", "map-01", "map-02"]


def test_a_tool_that_takes_a_name_finds_its_map(maps):
    reply = maps.atlas.callers("addIntoGroup", depth=1, limit=5)
    assert reply.node.name == "map-19//a.go::addIntoGroup"
    assert [one.node.name for one in reply.callers] == ["map-19//a.go::run"]
    assert maps.shelf.loads == 1
    assert maps.atlas.node("a.go::Cart.Add", limit=5).node.name == "map-07//a.go::Cart.Add"


def test_a_name_of_several_maps_lists_them(maps):
    reply = maps.atlas.node("Add", limit=5)
    assert {one.name for one in reply.candidates} == {
        "map-07//a.go::Cart.Add", "map-08//a.go::Add", "map-09//a.go::Add"
    }  # fmt: skip
    assert maps.shelf.loads == 3


@pytest.mark.parametrize("name", ["nobodyHasIt", "a.go"])
def test_a_name_of_none_is_told(maps, name):
    with pytest.raises(NotFoundError, match=f"none of the 20 maps declares '{name}'"):
        maps.atlas.node(name, limit=5)
    assert maps.shelf.loads <= 1  # of a hash that is equal by chance


def test_a_name_of_too_many_leaves_it_open(maps, tmp_path):
    with pytest.raises(UsageError, match="20 maps are here") as caught:
        maps.atlas.node("run", limit=5)
    assert "map-03" not in caught.value.hint
    paths = [write(tmp_path, k, "readLine" if k < 17 else "other") for k in range(MANY)]
    with pytest.raises(UsageError, match="20 maps are here") as caught:
        Maps(paths).atlas.node("readLine", limit=5)
    assert "map-03" in caught.value.hint
    assert maps.shelf.loads == 0


def test_among_few_maps_all_are_asked(paths):
    with pytest.raises(NotFoundError, match="no node is named"):
        Maps(paths[:5]).atlas.node("nobodyHasIt", limit=5)


def test_a_name_that_is_taken_for_another_costs_a_look_and_no_more(paths, tmp_path, monkeypatch):
    equal = DeclaredNames.of(["addIntoGroup"])
    monkeypatch.setattr("xray_graph.snapshot.write.names_of", lambda graph: equal)
    maps = Maps([*paths, write(tmp_path, 50, "other")])
    assert "addIntoGroup" in maps.atlas.catalog["map-50"].names()
    assert maps.asked("who calls addIntoGroup")[:2] == ["map-19", "map-50"]
    found = maps.atlas.search("who calls addIntoGroup", limit=5).results
    assert "map-19//a.go::addIntoGroup" in [one.name for one in found]
    assert maps.atlas.node("addIntoGroup", limit=5).node.name == "map-19//a.go::addIntoGroup"


def test_maps_of_an_earlier_program_are_routed_to_as_they_were(paths, tmp_path, monkeypatch):
    monkeypatch.setattr("xray_graph.snapshot.write.names_of", lambda graph: None)
    maps = Maps([*paths, write(tmp_path, 50, "addIntoGroup")])
    assert maps.atlas.catalog["map-50"].names() is None
    assert maps.asked("who calls addIntoGroup")[0] == "map-19"
    assert maps.asked("add a thing into a group") == ["map-00", "map-01", "map-02"]
    reply = maps.atlas.node("addIntoGroup", limit=5)
    assert [one.name for one in reply.candidates] == [
        "map-19//a.go::addIntoGroup", "map-50//a.go::addIntoGroup"
    ]  # fmt: skip


def test_names_that_are_damaged_are_not_asked(paths, caplog):
    header = StoredEntry(paths[3])._opening.header(paths[3])
    data = bytearray(paths[3].read_bytes())
    data[header.size + 20] ^= 255
    paths[3].write_bytes(data)
    maps = Maps(paths)
    assert maps.asked("who calls addIntoGroup")[0] == "map-19"
    assert [record.args[0] for record in caplog.records] == [paths[3]]
    maps.asked("who calls addIntoGroup")
    assert len(caplog.records) == 1


def test_a_file_that_is_replaced_tells_anew(maps, paths, tmp_path):
    assert maps.asked("readLine")[0] == "map-00"
    write(tmp_path, 12, "readLine")
    maps.atlas.catalog["map-12"].about()
    assert maps.asked("readLine")[0] == "map-12"


def test_names_outlive_the_map_that_is_put_away(maps, paths):
    entry = maps.atlas.catalog["map-19"]
    assert "addIntoGroup" in entry.names()
    entry.map()
    entry.put_away()
    paths[19].unlink()
    assert "addIntoGroup" in entry.names()


# --- services: of the one map that has some ------------------------------------------------------------


def serving(folder, label):
    nodes = [
        Node("compose.yaml", "", "file", "yaml", 1, 9),
        Node("compose.yaml", "Service/web", "service", "yaml", 2, 4),
    ]
    path = folder / f"{label}.graph.gz"
    write_map(path, MapParts(About(label=label), build_graph(label, nodes, []), {}))
    return path


def test_of_several_maps_the_one_that_has_services_answers(paths, tmp_path):
    maps = Maps([*paths, serving(tmp_path, "deploy")])
    assert [one.name for one in maps.atlas.services("", limit=5).services] == ["web"]
    assert maps.shelf.loads == 1


def test_of_several_that_have_services_one_has_to_be_named(paths, tmp_path):
    atlas = Maps([*paths, serving(tmp_path, "deploy"), serving(tmp_path, "shop")]).atlas
    with pytest.raises(UsageError, match="2 maps may have some") as caught:
        atlas.services("", limit=5)
    assert caught.value.hint == "name one of deploy, shop"
    for labels in (["shop"], ["map-03", "shop"]):
        assert atlas.services("", labels=labels, limit=5).services[0].sources[0].name.startswith("shop//")


def test_where_no_map_has_services_that_is_said(paths):
    with pytest.raises(NotFoundError, match="none of the 20 maps has services"):
        Maps(paths).atlas.services("", limit=5)
    assert Maps(paths[:1]).atlas.services("", limit=5).services == ()
    with pytest.raises(NotFoundError, match="there is no map to ask"):
        Atlas(Catalog()).services("", limit=5)
