"""What one C file states: declarators, prototypes, macros, includes, calls; and what the preprocessor hides."""

from __future__ import annotations

import pytest

from tests.parse.languages.reading import nodes as declared
from tests.parse.languages.reading import one, shown
from xray_graph.graph.ids import symbols, written_type
from xray_graph.model import FileFacts
from xray_graph.parse.extract import extract
from xray_graph.parse.languages.c_conditions import conditions_of


def read(source: str, language: str = "c") -> FileFacts:
    return extract(source.encode(), language)


def calls(source: str) -> list[tuple[int, str]]:
    facts = read(source)
    return [(call.line, shown(facts, call.expression)) for call in facts.calls]


def test_declarators_are_taken_apart_down_to_their_names():
    facts = read(
        "int *f(char *a, int (*cb)(int), int v[], ...) { return 0; }\nint (*g(int x))(long) { return 0; }\n"
    )
    assert declared(facts) == {"f": "function", "g": "function"}
    assert [(p.name, shown(facts, p.type)) for p in one(facts, "f").parameters] == [
        ("a", "POINTER(NAME:char)"),
        ("cb", "POINTER(FUNC_TYPE(NAME:int, NAME:int))"),
        ("v", "ARRAY(NAME:int)"),
        ("", "-"),
    ]
    assert one(facts, "f").parameters[-1].flags == "variadic"
    assert [shown(facts, r) for r in one(facts, "f").results] == ["POINTER(NAME:int)"]
    assert [shown(facts, r) for r in one(facts, "g").results] == ["POINTER(FUNC_TYPE(NAME:int, NAME:long))"]


def test_void_alone_is_no_parameter():
    assert one(read("int f(void) { return 0; }"), "f").parameters == ()


def test_structs_unions_enums_typedefs_and_their_members():
    facts = read(
        """struct node { int a, *b; struct node *next; int (*fn)(int); struct { int z; } held; union { int q; }; };
        typedef struct { int w; } box;
        typedef struct node node_t;
        enum color { RED = 1, GREEN };
        typedef enum { UP } way;
        union both { int i; float f; };
        """
    )
    assert declared(facts) == {
        "node": "struct",
        **dict.fromkeys(["node.a", "node.b", "node.next", "node.fn", "node.held.z", "node.q"], "field"),
        "node.held": "field",
        "box": "struct",
        "box.w": "field",
        "node_t": "type",
        "color": "enum",
        "color.RED": "constant",
        "color.GREEN": "constant",
        "way": "enum",
        "way.UP": "constant",
        "both": "struct",
        "both.i": "field",
        "both.f": "field",
    }
    assert shown(facts, one(facts, "node.b").type) == "POINTER(NAME:int)"
    assert one(facts, "both").attributes == ("union",)


def test_a_prototype_and_its_definition_are_one_node_at_the_definition():
    facts = read(
        "static int f(int);\nint g(void) { return f(1); }\nstatic int f(int a) { return a; }\nint h(int);\n"
    )
    assert sorted(set(symbols(facts))) == ["f", "g", "h"]
    assert one(facts, "f").line == 3
    assert one(facts, "f").attributes == ("static",)
    assert one(facts, "h").attributes == ("declaration", "exported")


def test_macros_variables_and_locals():
    facts = read(
        "#define MAX 10\n#define ADD(a, b) ((a) + (b))\n#define EMPTY\n"
        "static int counter = 0;\nextern int shared;\nvoid f(void) { int i = 1, *p = &i; }\n"
    )
    assert declared(facts) == {
        "MAX": "macro",
        "ADD": "macro",
        "counter": "variable",
        "shared": "variable",
        "f": "function",
    }
    assert [p.name for p in one(facts, "ADD").parameters] == ["a", "b"]
    assert one(facts, "shared").attributes == ("declaration", "exported")
    assert {b.name: shown(facts, b.type) for b in facts.bindings} == {
        "i": "NAME:int",
        "p": "POINTER(NAME:int)",
    }


def test_includes_tell_quotes_from_brackets_and_the_platform():
    facts = read('#include "a.h"\n#ifdef _WIN32\n#include <w.h>\n#else\n#include <u.h>\n#endif\n')
    assert [(i.module, i.kind) for i in facts.imports] == [
        ("a.h", "include"),
        ("w.h", "system defined(_WIN32)"),
        ("u.h", "system !(defined(_WIN32))"),
    ]


def test_calls_by_name_through_pointers_and_in_chains():
    assert calls("void f(void) {\n  g(h(1));\n  p->next->fn(2);\n  (*cb)(3);\n}\n") == [
        (2, "CALL(NAME:g, CALL(NAME:h, LITERAL:1))"),
        (2, "CALL(NAME:h, LITERAL:1)"),
        (3, "CALL(MEMBER:fn(MEMBER:next(NAME:p)), LITERAL:2)"),
        (4, "CALL(UNARY:*(NAME:cb), LITERAL:3)"),
    ]


def test_twins_in_the_arms_of_an_if_tell_their_conditions():
    facts = read("#ifdef FAST\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif\n")
    assert [(s, d.attributes) for s, d in zip(symbols(facts), facts.declarations, strict=True)] == [
        ("f", ("build=defined(FAST)", "exported")),
        ("f~2", ("build=!(defined(FAST))", "exported")),
    ]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("API_EXPORT int f(int a);", "f"),
        ("API_EXPORT const char *f(void);", "f"),
        ("static DWORD WINAPI f(void *p) { return 0; }", "f"),
        ("UNUSED(static void f(int a)) { }", "f"),
        ("char *f(const char *s, ...)\n  PRINTF(1, 2);", "f"),
        ("int f(int a) NONNULL(1);", "f"),
        ("LUA_API void (f) (int a);", "f"),
        ("void checked(2, 3) f(int a, const char *b, ...);", "f"),
        ("__dead void checked(1, 2) f(const char *b, ...);", "f"),
        ("struct item *checked(2, 3) f(int a, const char *b, ...);", "f"),
        ("char *__must_check f(const char *b);", "f"),
        ("void f(const char *b, ...) checked(1, 2);", "f"),
        ("BEGIN_DECLS\n\nint f(int a);\n\nEND_DECLS\n", "f"),
        ("MAKE(a)\nMAKE(b)\nint f(void) { return 1; }", "f"),
        ("SHOP_API(void)\nf(int a, char *b);", "f"),
        ("PyShop_FUNC(const char *) f(void);", "f"),
        ("GLOBAL(struct item *)\nf(item_ptr a)\n{\n  return 0;\n}", "f"),
        ('DEPRECATED("use g") API_EXPORT int f (int a);', "f"),
        (
            '#ifndef X_H\n#define X_H\n#ifdef __cplusplus\nextern "C" {\n#endif\nint f(int);\n#ifdef __cplusplus\n}\n#endif\n#endif\n',
            "f",
        ),
        ("#define ALL /* a \\\n*/ 1\nint f(void);", "f"),
    ],
)
def test_a_macro_in_front_behind_or_around_does_not_hide_a_function(source, name):
    facts = read(source)
    functions = [d.name for d in facts.declarations if d.kind == "function"]
    assert functions == [name]


def test_a_type_that_a_macro_is_given_is_the_results_and_what_is_no_type_is_left():
    facts = read("API(price *) f(void);\nSTART(a)\nRUN(b);\nMODULE(shop)\nhook(call);\n")
    assert [(d.name, d.kind) for d in facts.declarations if d.kind == "function"] == [("f", "function")]
    assert [written_type(facts, r) for r in facts.declarations[0].results] == ["price"]


def test_a_long_chain_of_arms_keeps_its_conditions_short():
    found = conditions_of(b"#if A\n" + b"#elif B\n" * 2000 + b"#endif\n")
    assert max(len(arm.whole) for arm in found.arms) < 1000
    assert [arm.whole for arm in found.arms[:3]] == ["A", "!(A) && B", "!(A) && !(B) && B"]


def test_what_configure_fills_in_is_no_error():
    facts = read("typedef @width@ price;\nint f(@type@ a);\n")
    assert [d.name for d in facts.declarations] == ["price", "f"]
    assert not facts.diagnostics


def test_a_struct_of_macros_alone_keeps_its_name():
    assert "req" in declared(
        read("struct req {\n  REQ_FIELDS\n};\nstruct big {\n  REQ_FIELDS\n  int a;\n};\n")
    )


def test_an_enum_keeps_its_last_constant():
    assert "mode.LAST" in declared(read("enum mode {\n  FIRST,\n  LAST\n};\n"))


def test_arms_that_split_an_expression_lose_nothing_else():
    facts = read(
        "int f(int a) {\n  if (a\n#if defined(_AIX)\n      || b\n#endif\n     ) return g();\n  return 0;\n}\nint h(void) { return 1; }\n"
    )
    assert [d.name for d in facts.declarations] == ["f", "h"]
    assert any(d.code == "parse-error" for d in facts.diagnostics)


def test_a_function_headed_by_a_macro_is_called_by_its_arguments():
    facts = read("TEST_IMPL(fs_open) {\n  f();\n}\nTEST(suite, name) {\n  f();\n}\n")
    assert [(d.name, d.attributes) for d in facts.declarations] == [
        ("fs_open", ("exported", "made", "test")),
        ("suite_name", ("exported", "made", "test")),
    ]


def test_a_file_with_an_error_keeps_what_parsed_and_other_letters_keep_their_place():
    source = "/* größe 🚀 */ int f(void) { return 1; }\nint g( {\n\nint h(void) { return 2; }\n"
    facts = read(source)
    found = {d.name: d for d in facts.declarations}
    assert {"f", "h"} <= set(found)
    assert source.encode()[found["f"].start : found["f"].end] == b"int f(void) { return 1; }"
    assert facts.diagnostics


def test_no_name_holds_a_blank_or_a_bracket():
    for source in (
        "FOO(a)\nFOO(b)\nint real(void)\n{ return 1; }",
        "int (f)(void) { }",
        "struct { int a; } x;",
    ):
        assert not [d.name for d in read(source).declarations if any(c in d.name for c in " (){}<>\n")]


def test_what_stands_for_the_lack_of_something_gives_way_to_the_program():
    program = """{head}
int main(void) {{ return 0; }}
#else
static int f(int a)
{{
    switch (a) {{
#if defined(FAST)
        case 1:
            if (a) {{
                break;
#else
        case 2:
            {{
#endif
            }}
        default:
            return 1;
    }}
}}
int g(void) {{ return f(1); }}
int main(void) {{ return g() + g() + g() + g() + g() + g() + g() + g() + g() + g() + g() + g() + g() + g(); }}
#endif
"""
    for head in ("#if !defined(NET)", "#ifndef NET", "#if defined(IMPOSSIBLE)"):
        facts = read(program.format(head=head))
        assert [d.name for d in facts.declarations if d.kind == "function"] == ["f", "g", "main"], head


def test_a_signature_has_the_macro_around_its_type():
    facts = read(
        "PUBLIC(void) drop(int *a);\nstatic PUBLIC(char *) show(int *a) { return 0; }\nint plain(int a);\n"
    )
    assert {d.name: d.signature for d in facts.declarations} == {
        "drop": "PUBLIC(void) drop(int *a)",
        "show": "static PUBLIC(char *) show(int *a)",
        "plain": "int plain(int a)",
    }
