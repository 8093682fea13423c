#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/jobs.md: the programs of examples/jobs, unchanged.

./jobs.py [check]   in any folder. `check` fails if the page is out of date, or if a program has more than 30
                    lines of code.
"""
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent
TITLES = {
    "statistics": "Statistics in one pass",
    "log_sum_exp": "Log-sum-exp by rows and by columns",
    "csr": "A sparse matrix times a vector",
    "group_by": "Group by keys",
    "histogram": "A histogram",
    "welford": "Welford's update by hand",
    "strings": "Strings in order",
    "checkpoint": "A file in chunks, with a checkpoint",
    "top5": "The top five with positions",
    "mixed_dot": "A dot product in mixed precision"
}
HEAD = """# Ten jobs

Each job is a complete program. It compiles with `g++ -std=c++20 -Ilib -Ipolicies -Ialgorithms` (an installed
library needs no `-I`). The tests run it; its output is below the code. On a GPU the calls are the same, with
GPU memory, or `.on(stream)`, and with operators whose members are `IMPULSE_SHARED`. docs/jobs.py writes this
page from [examples/jobs](../examples/jobs).
"""


def page():
    out = [HEAD]
    for name, title in TITLES.items():
        lines = (root / "examples" / "jobs" / f"{name}.cpp").read_text(encoding="utf-8").splitlines()[1:]
        at = lines.index("//")
        prints = lines[at + 1].removeprefix("// Prints: ")
        text = " ".join(line.removeprefix("// ") for line in lines[:at])
        code = lines[at + 2:]
        if len(code) > 30:
            sys.exit(f"{name}: {len(code)} lines of code, of 30")
        out += [f"## {title}", "", text, "", "```c++", *code, "```", "", f"    {prints}", ""]
    return "\n".join(out).rstrip() + "\n"


def main():
    if {path.stem for path in (root / "examples" / "jobs").glob("*.cpp")} != set(TITLES):
        sys.exit("TITLES does not name the programs of examples/jobs")
    to = root / "docs" / "jobs.md"
    if sys.argv[1:] == ["check"]:
        is_old = to.read_text(encoding="utf-8") != page()
        sys.exit("docs/jobs.md is old; run docs/jobs.py" if is_old else None)
    to.write_text(page(), encoding="utf-8")


main()
