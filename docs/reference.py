#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes reference/ from the docstrings of the headers and from the compiled code of examples/.

./reference.py [check]   from anywhere; `check` writes nothing. It fails if a page is old, if a public name
                         lacks a docstring, one of its points or an example, and if no test compiles the code
                         of a page.

Points of a docstring are paragraphs that begin with "Requires:", "Complexity:", "Memory:", "Throws:" or
"Method:"; "Otherwise the same as `name`." takes the missing ones from another name. An example is a
TEST_CASE("reference: name, another") in examples/, with the code between // [ and // ] directly before it.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from declarations import POINTS, behind, entries, root  # noqa: E402
from reference_outline import FAMILIES, FROM_OTHERS, HEAD, INTERNAL  # noqa: E402

here = pathlib.Path(__file__).resolve().parent
NEEDED = {"call": POINTS[:4], "class": POINTS[:4], "policy": ("Complexity", "Memory")}

# ---- the compiled code -------------------------------------------------------------------------------------


def examples():
    """(file, names, code) of each example."""
    for path in sorted((here / "examples").glob("*.[hc]*")):
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(r"(?ms)^TEST_CASE\(\"reference: ([^\"]*)\"[^\n]*\) \{\n(.*?)^\}\n", text):
            code = re.sub(r"(?m)^    ", "", match[2].rstrip())
            if outside := re.search(r"(?s)// \[\n((?:(?!// \[).)*)// \]\n+$", text[:match.start()]):
                code = outside[1].strip() + "\n\n" + code
            yield path.name, match[1].split(", "), code


def statements(text):
    """Markers, and statements on one line each, of the functions of a file, with their titles."""
    title, statement = "", ""
    for line in text.split("\n"):
        if match := re.match(r"TEST_CASE\(\"\w+: (.*?)\"", line):
            title = match[1]
        elif match := re.match(r"    //([|<>]) ?(.*)", line):
            yield title, match[1], match[2]
        elif statement or re.match(r"    \S", line):
            statement = re.sub(r"\( ", "(", statement + " " + line.strip()).strip()
            if statement.endswith(";"):
                yield title, ";", statement
                statement = ""


def rows(*files):
    """title → [(text, call)].

    A row is `//| text` before a statement; or a statement after `//< note` and one after `//>`; or a
    CHECK(theirs == impulse::...), where `theirs` is a call of the library in the title."""
    tables = {}
    for file in files:
        text, note, wanted = "", "", ""
        for title, kind, line in statements((here / "examples" / file).read_text(encoding="utf-8")):
            if kind == "|":
                text, wanted = f"{text} {line}".strip(), "call"
            elif kind in "<>":
                note, wanted = line, "theirs" if kind == "<" else "call"
            elif wanted == "theirs":
                text, wanted = f"`{line.rstrip(';')}` {note}".strip(), ""
            else:
                check = re.match(r"CHECK\((.*?) (?:[!=]=|<) (impulse::.*)\);$", line)
                if wanted == "call" or check and title.lower().removesuffix("::") + "::" in check[1]:
                    row = text or f"`{check[1]}`", check[2] if check else line.rstrip(";")
                    tables.setdefault(title, []).append(row)
                    text, wanted = "", ""
    return tables


# ---- the page ----------------------------------------------------------------------------------------------


def markdown(text):
    """Escapes characters that Markdown would interpret, outside of code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if i % 2 else part.replace("<", "&lt;").replace("*", "\\*")
                   for i, part in enumerate(parts))


def table(head, lines):
    cells = [f"| {left} | `{call.replace('|', chr(92) + '|')}` |" for left, call in lines]
    return [f"| {head} |", "| --- | --- |", *cells, ""]


def page_of(include):
    """The name of the page of a header."""
    return include.removesuffix("/all.hpp").split("/")[-1].rsplit(".", 1)[0]


def link(name, where, here=""):
    """A link to a name, from the page `here` of api/; from the index if it has no name."""
    page, to = where[name]
    return f"[`{name}`]({'' if page == here else f'{page}.md' if here else f'api/{page}.md'}#{to.lower()})"


def prose(entry):
    """The text without the calls that it begins with: they are shown above it."""
    text = entry.text
    while match := re.match(r",?\s*(\w+)(?:<\w+>)?\((?=\[policy,\])", text):
        if match[1] not in entry.names:
            break
        text = text[behind(text, match.end() - 1, "()"):]
    text = text.removeprefix(":").strip()
    return text[:1].upper() + text[1:] if re.match(r"[a-z]+,? [a-z]", text) else text


def points_of(entry, by_name):
    """The points of an entry and those that it takes from other names, each entry being complete."""
    points, seen = {}, []
    while entry and entry not in seen:
        seen.append(entry)
        points = entry.points | points
        entry = by_name.get(entry.points.get("as"))
    return [(point, points[point]) for point in POINTS if point in points]


def write_entry(entry, shown, where, by_name):
    here = where[entry.names[0]][0]
    out = [f"## {entry.names[0]}", ""]
    if forms := list(dict.fromkeys(entry.forms())):
        out += ["```cpp", *forms, "```", ""]
    out += [markdown(prose(entry)), ""]
    points = [f"- *{point}*: {markdown(text)}" for point, text in points_of(entry, by_name)]
    if "as" in entry.points:
        points.append(f"- See also {link(entry.points['as'], where, here)}.")
    out += [*points, ""] if points else []
    if members := list(entry.members()):
        out += ["| member | |", "| --- | --- |"]
        for code, text in members:
            out.append(f"| `{code.rstrip(';').replace('|', chr(92) + '|')}` | {markdown(text)} |")
        out.append("")
    elsewhere = []
    for _, names, code in shown:
        if set(names) & set(entry.names):
            if names[0] in entry.names:
                out += ["```cpp", code, "```", ""]
            else:
                elsewhere.append(link(names[0], where, here))
    return out + ([f"Example: under {', '.join(dict.fromkeys(elsewhere))}.", ""] if elsewhere else [])


def tidy(out):
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).rstrip() + "\n"


def pages_of(every, shown):
    """The pages, by their paths from docs/reference."""
    family_of = {header: (title, include) for title, include, names in FAMILIES for header in names.split()}
    families = {(title, include): [] for title, include, _ in FAMILIES}
    order = {header: i for i, header in enumerate(family_of)}
    where = {}  # of a name that two pages have, as `by_key`, the first; on a page its own
    by_name = {}
    for entry in sorted(every, key=lambda entry: order.get(entry.header, len(order))):
        family = family_of.get(entry.header, (f"`{entry.header}`", entry.header))
        families.setdefault(family, []).append(entry)
        where = {name: (page_of(family[1]), entry.names[0]) for name in entry.names} | where
        by_name = dict.fromkeys(entry.names, entry) | by_name

    def on_page(include, members):
        return where | {name: (page_of(include), entry.names[0]) for entry in members for name in entry.names}

    out = [HEAD]
    for (title, include), members in families.items():
        own = on_page(include, members)
        names = ", ".join(link(name, own) for entry in members for name in entry.names)
        out.append(f"- [{title}](api/{page_of(include)}.md): {names}")
    out += ["", "## I want to …", ""]
    tasks = [row for found in rows("tasks.hpp", "tasks.cuh").values() for row in found]
    out += table("I want to … | call", tasks)
    out += [FROM_OTHERS]
    for title, found in rows("migration.hpp", "migration.cuh").items():
        out += [f"### From {title}", "", *table(f"{title} | Impulse", found)]
    pages = {"README.md": tidy(out)}
    for (title, include), members in families.items():
        out = [f"# {title}", "", f"`#include <impulse/{include}>`", "", "[All names](../README.md)", ""]
        own, before = on_page(include, members), by_name
        for entry in members:  # "Otherwise the same as `name`." means the last one before it
            before = before | dict.fromkeys(entry.names, entry)
            out += write_entry(entry, shown, own, before)
        name = f"api/{page_of(include)}.md"
        if name in pages:
            sys.exit(f"docs/reference_outline.py: two families have the page {name}")
        pages[name] = tidy(out)
    return pages


# ---- what is wrong -----------------------------------------------------------------------------------------


def pages():
    """The pages that people write."""
    return sorted({*root.glob("*.md"), *here.glob("*.md"), *here.glob("explanation/*.md"),
                   *here.glob("reference/*.md")} - {here / "reference/README.md"})


def not_of_headers():
    """Other names that may follow `impulse::`: namespaces, and targets of CMake."""
    config = (root / "lib/impulse/config.hpp").read_text(encoding="utf-8")
    version = re.findall(r"(?m)^#define IMPULSE_VERSION_\w+ (\d+)$", config)
    cmake = [root / "CMakeLists.txt", *(root / "cmake").glob("*.cmake")]
    made = "".join(path.read_text(encoding="utf-8") for path in cmake)
    return {"detail", "on_host", "on_device", f"v{'_'.join(version)}_",
            *re.findall(r"add_library\(impulse::(\w+)", made), *re.findall(r'name STREQUAL "(\w+)"', made)}


def complaints(every, shown):
    by_name = {name: entry for entry in every for name in entry.names}
    for entry in every:
        which = f"{entry.header}: {', '.join(entry.names)}"
        if not entry.text:
            yield f"{which}: no docstring"
        missing = {point for name in entry.names for point in NEEDED.get(entry.kinds[name], ())}
        at, seen = entry, []
        while at and at not in seen:
            seen.append(at)
            missing -= at.points.keys()
            at = by_name.get(at.points.get("as"))
        if missing:
            lacking = ", ".join(point for point in POINTS if point in missing)
            yield f"{which}: the docstring does not say {lacking}"
        for name in entry.names:
            if not any(name in names and re.search(rf"\b{name}\b", code) for _, names, code in shown):
                yield (f'{which}: no example of {name}: '
                       f'a TEST_CASE("reference: {name}") in docs/examples that uses it')
    for file, names, _ in shown:
        for name in set(names) - by_name.keys():
            yield f"docs/examples/{file}: an example of {name}, which is no public name"
    others = not_of_headers()
    for path in [*pages(), *sorted((here / "examples").iterdir())]:
        used = set(re.findall(r"\bimpulse::(\w+)", path.read_text(encoding="utf-8"))) - others
        for name in sorted(used - by_name.keys()):
            yield f"{path.relative_to(root)}: impulse::{name} is no public name"
    declared = {name for entry in entries(set()) for name in entry.names}
    for name in sorted(INTERNAL - declared):
        yield f"docs/reference_outline.py: {name} is called internal, and there is no such name"


def uncompiled():
    """Examples, and code of pages (cmake/DocumentedCode.cmake says in which file), that no test includes."""
    tests = "".join(path.read_text(encoding="utf-8") for path in (root / "tests").glob("*/*.c*"))
    for path in sorted((here / "examples").glob("*.[hc]*")):
        if f"#include <examples/{path.name}>" not in tests:
            yield f"docs/examples/{path.name}: is included by no test"
    for path in pages():
        blocks = re.findall(r"(?m)^ *(?:```|~~~) *(cpp|c\+\+|cuda)\b(.*)$", path.read_text(encoding="utf-8"))
        for language, rest in set(blocks):
            file = f"{path.stem}{rest.replace(' ', '_')}.{'cuh' if language == 'cuda' else 'hpp'}"
            if f"#include <documented/{file}>" not in tests:
                yield (f"{path.relative_to(root)}: ```{language}{rest} is compiled by no test: "
                       f"#include <documented/{file}>")


def main():
    every, shown = entries(INTERNAL), list(examples())
    wrong = [*complaints(every, shown), *uncompiled()]
    written = {here / "reference" / name: text for name, text in pages_of(every, shown).items()}
    there = {here / "reference/README.md", *(here / "reference/api").glob("*.md")}
    if sys.argv[1:] != ["check"]:
        (here / "reference/api").mkdir(parents=True, exist_ok=True)
        for path in there - written.keys():
            path.unlink(missing_ok=True)
        for path, text in written.items():
            path.write_text(text, encoding="utf-8")
    elif there != written.keys() or any(path.read_text(encoding="utf-8") != text
                                        for path, text in written.items() if path.exists()):
        wrong.append("docs/reference is old: run docs/reference.py")
    names = sum(len(entry.names) for entry in every)
    print("\n".join(wrong or [f"{names} public names, {len(shown)} examples"]))
    sys.exit(bool(wrong))


main()
