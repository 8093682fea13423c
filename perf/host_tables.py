# SPDX-License-Identifier: Apache-2.0
"""The tables of perf_host, for tables.py.

A row is host/TYPE/CALL. Its figures are parts of the roof, named "2^26 bytes" and, for rivals and for other
builds, "2^26 bytes SIDE"; GB/s, named "2^18 bytes on one core"; nanoseconds, named "16 items" and "16 items
loop".
"""

import re

BUILDS = ("-O", "clang++")  # how their names begin
CORE = "on one core"


def figures(row):
    """{(size, side)}: the value. Impulse's own side has no name."""
    found = (re.fullmatch(r"(2\^\d+ bytes|\d+ items)(?: (.+))?", key) for key in row)
    return {(match[1], match[2] or ""): row[match[0]] for match in found if match}


def sizes_of(its, *sides):
    """The sizes that these sides have, the smallest first."""
    sizes = {size for size, side in its if side in sides}
    return sorted(sizes, key=lambda size: int(re.search(r"\d+(?= )", size)[0]))


def number(value):
    return f"{value:.0f}" if value >= 10 else f"{value:.2f}"


def parts(its):
    cells = {size: number(its[size, ""]) for size in sizes_of(its, "") if "bytes" in size}
    for side in dict.fromkeys(side for _, side in its if side.startswith(BUILDS)):
        cells |= {f"{size}, {side}": number(its[size, side]) for size in sizes_of(its, side)}
    return cells


def rivals(its):
    """Impulse's speed over that of the best rival, and the rival's name."""
    cells = {}
    for size in sizes_of(its, ""):
        others = {
            side: value
            for (at, side), value in its.items()
            if at == size and "bytes" in size and side not in ("", CORE) and not side.startswith(BUILDS)
        }
        if others:
            best = max(others, key=others.get)
            cells[size] = f"{number(its[size, ''] / others[best])} {best}"
    return cells


def few(its):
    """Nanoseconds of the call and of a loop, bold if the call takes more than 1.2 loops and 2 ns."""
    cells = {}
    for size in sizes_of(its, "loop"):
        if "items" in size:
            ours, loop = its[size, ""], its[size, "loop"]
            mark = "**" if ours > 1.2 * loop + 2 else ""
            cells[size] = f"{mark}{number(ours)}{mark}, {number(loop)}"
    return cells


def core(its):
    return {size: number(its[size, CORE]) for size in sizes_of(its, CORE)}


def table(title, rows, cells_of):
    """The lines of a table for each type."""
    found = [(*row["name"].split("/", 2)[1:], cells_of(figures(row))) for row in rows]
    columns = list(dict.fromkeys(column for *_, cells in found for column in cells))
    lines = ["", f"## {title}"] if columns else []
    for kind in dict.fromkeys(kind for kind, _, cells in found if cells):
        lines += ["", " | ".join([f"| {kind}", *columns]) + " |", "|" + " --- |" * (1 + len(columns))]
        lines += [
            " | ".join([f"| {call}"] + [cells.get(column, "") for column in columns]) + " |"
            for its_kind, call, cells in found
            if its_kind == kind and cells
        ]
    return lines


def text(rows):
    lines = table("Parts of the roof's speed", rows, parts)
    lines += table("Speed over that of the best rival", rows, rivals)
    lines += table("Few items: ns of a call, and of a plain loop", rows, few)
    lines += table("In cache: GB/s of one core", rows, core)
    return "\n".join(lines) + "\n"
