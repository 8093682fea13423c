#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes reference.md from the docstrings of the headers and from the compiled code of examples/.

./reference.py [check]   from anywhere; `check` writes nothing. It fails where the page is old, where a public name lacks a
                         docstring, a point of it or an example, and where code of a page is compiled by no test.

Points of a docstring are paragraphs that begin with "Requires:", "Complexity:", "Memory:", "Throws:" or
"Method:"; "Else as `name`." takes those that it lacks from another name. An example is a
TEST_CASE("reference: name, another") in examples/, with what stands between // [ and // ] right before it.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from declarations import POINTS, behind, entries, root  # noqa: E402

here = pathlib.Path(__file__).resolve().parent
NEEDED = {"call": POINTS[:4], "class": POINTS[:4], "policy": ("Complexity", "Memory")}

# Title, what to include, and the headers that declare it. Headers that are not named become families of their
# own.
FAMILIES = (
    ("Reductions", "reduce.hpp", "reduce.hpp"),
    ("Sums, products and counts", "sums.hpp", "sums.hpp"),
    ("Statistics", "statistics.hpp", "statistics.hpp norm.hpp"),
    ("Extreme items", "extrema.hpp", "extrema.hpp detail/op/positions.hpp"),
    ("Aggregates with names", "aggregates/all.hpp", "aggregates/moments.hpp aggregates/locations.hpp detail/op/located.hpp aggregates/compensated_sum.hpp"),
    ("Reductions that skip NaN", "nan.hpp", "nan.hpp"),
    ("Layouts: many results", "layouts.hpp", "layouts.hpp detail/frontend/arrays.hpp"),
    ("Runs of equal keys", "by_key.hpp", "by_key.hpp"),
    ("The tree, and parts of it", "parts.hpp", "tree.hpp parts.hpp detail/tree/forest.hpp"),
    ("Streams", "running.hpp", "running.hpp saved_state.hpp"),
    ("Several devices", "devices.hpp", "devices.hpp"),
    ("Ranks", "mpi.hpp", "detail/transport/mpi.hpp detail/transport/nccl.cuh detail/transport/rank_error.hpp"),
    ("What a call does", "explain.hpp", "explain.hpp check_arithmetic.hpp"),
    ("Policies", "policies/all.hpp", "policies/policy.hpp policies/single_block.hpp policies/two_pass.hpp policies/last_block.hpp "
     "policies/work_queue.hpp shape.hpp"),
    ("Places, memory and errors", "device.cuh", "place.hpp detail/backend/cuda/workspace.cuh detail/backend/cuda/memory.cuh error.hpp"),
    ("Operators", "operators.hpp", "detail/op/functors.hpp detail/op/identity.hpp detail/op/freedom.hpp detail/op/together.hpp "
     "detail/op/aggregate.hpp detail/op/op_adaptor.hpp detail/op/pack.hpp detail/op/type_id.hpp detail/base/bytes.hpp"),
    ("Is an operator associative?", "find_nonassociative.hpp", "find_nonassociative.hpp"),
    ("Iterators", "iterators.hpp", "detail/base/iterators.hpp detail/source/source.hpp"),
    ("Kernels of your own", "groups.cuh", "group_reduce.hpp groups.cuh cluster.cuh cooperative_groups.cuh detail/kernel/last_block_guard.hpp detail/kernel/global_queue.hpp "
     "detail/base/interval.hpp detail/base/atomics.hpp"),
    ("Policies of your own", "policies/schedule.hpp", "policies/schedule.hpp"),
    ("Places of your own", "place.hpp", "detail/plan/plan.hpp detail/plan/plan_for.hpp detail/kernel/collectives.hpp detail/kernel/block_needs.hpp detail/base/uninitialized.hpp transfer_queues.hpp"),
    ("Layouts of your own", "layout.hpp", "layout.hpp detail/layout/layout.hpp"),
    ("Transports of your own", "ranks.hpp", "detail/transport/exchange.hpp"),
    ("Configuration", "config.hpp", "config.hpp"),
)
# What stands in the namespace for the library's own layers.
INTERNAL = set("""
    last_block_schedule single_block_schedule two_pass_schedule work_queue_schedule deduced_place own_memory given_memory
    grouped_operator identity_operator result_t transform_source zipped_source indexed_source make_transform_source zipped strided_source
    iterator_source contiguous tile_shape bounded_layout is_cleared has_bounds has_equal_lengths single_lane_warp
    flagged_value listed_subtree run_ends result_target even_split lane_share loading max_packing_warps column_tile work_kind warp_smem_need group_iterations segmented_launch run_search column_plan
    warp_like block_like cluster_like whole_indexed_source transfer_queues memory_location devices_place shared_call place_of_several joined_in_order
""".split())

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


def rows(*files):
    """title → [(text, call)]: a row is `//| text` before a statement, or a CHECK(theirs == impulse::...) with theirs of the title."""
    tables = {}
    for file in files:
        title, text, statement = "", "", ""
        for line in (here / "examples" / file).read_text(encoding="utf-8").split("\n"):
            if match := re.match(r"TEST_CASE\(\"\w+: (.*?)\"", line):
                title = match[1]
            elif match := re.match(r"    //\| (.*)", line):
                text, statement = (text + " " + match[1]).strip(), ""
            elif statement or re.match(r"    \S", line):
                statement = re.sub(r"\( ", "(", statement + " " + line.strip()).strip()
                if not statement.endswith(";"):
                    continue
                check = re.match(r"CHECK\((.*?) (?:[!=]=|<) (impulse::.*)\);$", statement)
                if text or check and title.lower().removesuffix("::") + "::" in check[1]:
                    row = text or f"`{check[1]}`", check[2] if check else statement.rstrip(";")
                    tables.setdefault(title, []).append(row)
                text, statement = "", ""
    return tables


# ---- the page ----------------------------------------------------------------------------------------------


def markdown(text):
    """What Markdown would take for its own, outside of code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if i % 2 else part.replace("<", "&lt;").replace("*", "\\*") for i, part in enumerate(parts))


def table(head, lines):
    cells = [f"| {left} | `{call.replace('|', chr(92) + '|')}` |" for left, call in lines]
    return [f"| {head} |", "| --- | --- |", *cells, ""]


def link(name, to):
    return f"[`{name}`](#{to.lower()})"


def anchor(title):
    return re.sub(r"[^\w-]", "", title.lower().replace(" ", "-"))


def prose(entry):
    """The text without the calls that it begins with: they are shown above it."""
    text = entry.text
    while match := re.match(r",?\s*(\w+)(?:<\w+>)?\((?=\[policy,\])", text):
        if match[1] not in entry.names:
            break
        text = text[behind(text, match.end() - 1, "()"):]
    text = text.removeprefix(":").strip()
    return text[:1].upper() + text[1:] if re.match(r"[a-z]+,? [a-z]", text) else text


def write_entry(entry, shown, where):
    out = [f"### {entry.names[0]}", ""]
    if forms := list(dict.fromkeys(entry.forms())):
        out += ["```cpp signature", *forms, "```", ""]
    out += [markdown(prose(entry)), ""]
    points = [f"- *{point}*: {markdown(entry.points[point])}" for point in POINTS if point in entry.points]
    if "as" in entry.points:
        points.append(f"- All else as {link(entry.points['as'], where.get(entry.points['as'], ''))}.")
    out += [*points, ""] if points else []
    if members := list(entry.members()):
        out += ["| member | |", "| --- | --- |"]
        out += [f"| `{code.rstrip(';').replace('|', chr(92) + '|')}` | {markdown(text)} |" for code, text in members] + [""]
    elsewhere = []
    for _, names, code in shown:
        if set(names) & set(entry.names):
            first = where.get(names[0], entry.names[0])
            if first == entry.names[0]:
                out += ["```cpp", code, "```", ""]
            else:
                elsewhere.append(link(first, first))
    return out + ([f"Example: under {', '.join(dict.fromkeys(elsewhere))}.", ""] if elsewhere else [])


def page(every, shown):
    family_of = {header: (title, include) for title, include, names in FAMILIES for header in names.split()}
    families = {(title, include): [] for title, include, _ in FAMILIES}
    order = list(family_of)
    for entry in sorted(every, key=lambda entry: order.index(entry.header) if entry.header in order else len(order)):
        families.setdefault(family_of.get(entry.header, (f"`{entry.header}`", entry.header)), []).append(entry)
    where = {name: entry.names[0] for members in families.values() for entry in members for name in entry.names}

    out = ["""# Reference

Written by `docs/reference.py` from the docstrings of the headers and from [examples/](examples), which are compiled and run as
tests. Names are those of namespace `impulse`. `CHECK(x)` says that x is true. What stands in `[` `]` may be left out; `range` and `x`
are a random-access range, two iterators `first, last`, or a layout.

- [I want to …](#i-want-to-)
- [Coming from another library](#coming-from-another-library)"""]
    for (title, _), members in families.items():
        names = ", ".join(link(name, where[name]) for entry in members for name in entry.names)
        out.append(f"- [{title}](#{anchor(title)}): {names}")
    out += ["", "## I want to …", ""]
    out += table("I want to … | call", [row for found in rows("tasks.hpp", "tasks.cuh").values() for row in found])
    out += ["""## Coming from another library

The answers are the same, but for the rounding of floating-point sums and products: those of Impulse are the tree's, with the same
bits everywhere. Only `std::accumulate` asks something else of its operator than `reduce`:

- `std::accumulate` takes one item after the other into an accumulator: `op(accumulator, item)`. `reduce` computes parts of the range side by
  side, and joins their results, by a tree: `op(accumulator, accumulator)`. So the operator must join two accumulators, and be
  associative, at least up to rounding: with `std::minus` the answers differ.
- An operator like `[](double s, int x) { return s + x * x; }` takes an item in and does not join. `reduce` refuses it, because its parameters
  are of two types. The item's part goes into a transform: `transform_reduce(x, 0.0, plus{}, square)`. An operator may also say
  both, by `lift` or `accumulate`, and `combine`. `ordered(op)` says that the conversion is meant.
- Where both parameters are of one type, as in `[](double s, double x) { return s + x * x; }`, the compiler cannot see that, and the result is
  wrong. [`find_nonassociative(x, op)`](#find_nonassociative) shows it, on a small input of yours.
- `std::accumulate` accumulates in the type of `init`, `reduce` in the type that `op(init, item)` returns: of doubles from 0 on, double and not int.
- Of an empty range both give `init`.

Without an initial value a sum of −0 alone is −0, as in NumPy. `std::reduce(first, last)`, Thrust, CUB and Kokkos begin from zero, and give
+0: for that write `reduce(x, 0.0)`. In the rows of `np.nanmin` and `np.nanmax` an input of NaN alone gives NaN, as NumPy does.

What stands in the right column is compiled, and run where there is what it needs; so are, of the left, the calls of `std::` and
most of Thrust's.
"""]
    for title, found in rows("migration.hpp", "migration.cuh").items():
        out += [f"### From {title}", "", *table(f"{title} | Impulse", found)]
    for (title, include), members in families.items():
        out += [f"## {title}", "", f"`#include <impulse/{include}>`", ""]
        for entry in members:
            out += write_entry(entry, shown, where)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).rstrip() + "\n"


# ---- what is wrong -----------------------------------------------------------------------------------------


def pages():
    return sorted({*root.glob("*.md"), *here.glob("*.md")} - {here / "reference.md"})


def not_of_headers():
    """What `impulse::` may also be followed by: namespaces, and targets of CMake."""
    version = re.findall(r"(?m)^#define IMPULSE_VERSION_\w+ (\d+)$", (root / "lib/impulse/config.hpp").read_text(encoding="utf-8"))
    made = "".join(path.read_text(encoding="utf-8") for path in [root / "CMakeLists.txt", *(root / "cmake").glob("*.cmake")])
    return {"detail", "on_host", "on_device", f"v{'_'.join(version)}_", *re.findall(r"add_library\(impulse::(\w+)", made),
            *re.findall(r'name STREQUAL "(\w+)"', made)}


def complaints(every, shown):
    by_name = {name: entry for entry in every for name in entry.names}
    for entry in every:
        which = f"{entry.header}: {', '.join(entry.names)}"
        if not entry.text:
            yield f"{which}: no docstring"
        missing, at, seen = {point for name in entry.names for point in NEEDED.get(entry.kinds[name], ())}, entry, []
        while at and at not in seen:
            seen.append(at)
            missing -= at.points.keys()
            at = by_name.get(at.points.get("as"))
        if missing:
            yield f"{which}: the docstring does not say {', '.join(point for point in POINTS if point in missing)}"
        for name in entry.names:
            if not any(name in names and re.search(rf"\b{name}\b", code) for _, names, code in shown):
                yield f'{which}: no example of {name}: a TEST_CASE("reference: {name}") in docs/examples that uses it'
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
        yield f"docs/reference.py: {name} is called internal, and there is no such name"


def uncompiled():
    """Examples, and code of pages (cmake/DocumentedCode.cmake says in which file), that no test includes."""
    tests = "".join(path.read_text(encoding="utf-8") for path in (root / "tests").glob("*/*.c*"))
    for path in sorted((here / "examples").glob("*.[hc]*")):
        if f"#include <examples/{path.name}>" not in tests:
            yield f"docs/examples/{path.name}: is included by no test"
    for path in pages():
        for language, rest in set(re.findall(r"(?m)^ *(?:```|~~~) *(cpp|c\+\+|cuda)\b(.*)$", path.read_text(encoding="utf-8"))):
            file = f"{path.stem}{rest.replace(' ', '_')}.{'cuh' if language == 'cuda' else 'hpp'}"
            if f"#include <documented/{file}>" not in tests:
                yield f"{path.relative_to(root)}: ```{language}{rest} is compiled by no test: #include <documented/{file}>"


def main():
    every, shown = entries(INTERNAL), list(examples())
    wrong = [*complaints(every, shown), *uncompiled()]
    written = page(every, shown)
    target = here / "reference.md"
    if sys.argv[1:] != ["check"]:
        target.write_text(written, encoding="utf-8")
    elif not target.exists() or target.read_text(encoding="utf-8") != written:
        wrong.append("docs/reference.md is old: run docs/reference.py")
    print("\n".join(wrong or [f"{sum(len(entry.names) for entry in every)} public names, {len(shown)} examples"]))
    sys.exit(bool(wrong))


main()
