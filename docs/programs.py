#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/learn and docs/howto: a page for each program of examples/learn and examples/howto.

./programs.py [check]   in any folder. `check` fails if a page is out of date or is longer than LINES allows.

A program begins with its title, the text of its page, and what it prints:

    // # Title
    // Text, in Markdown.
    //
    // Prints: what a test expects (a line; a program whose output depends on the machine has none)

A line "//| text" after it is text that follows the code.
"""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
LINES = {"learn": 120, "howto": 40}  # of a page
HEADS = {
    "learn": """# Learn Impulse in five steps

Each step is a complete program, which grows from step to step. The tests compile and run all of them.
""",
    "howto": """# How to …

A page for each task, with a complete program. It compiles with `g++ -std=c++20 -Ilib -Ipolicies -Ialgorithms`
(an installed library needs no `-I`), a `.cu` file with `nvcc -std=c++20 --extended-lambda`. The tests
compile and run all of them. On a GPU the calls are the same, with GPU memory, or `.on(stream)`, and with
operators whose members are `IMPULSE_SHARED`.
"""}
FOOT = "\nThese pages are written by `docs/programs.py` from [examples](../../examples).\n"


def parts(path):
    """Title, text before the code, the code, what it prints, and text after the code."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    end = next(i for i, line in enumerate(lines) if not line.startswith("//"))
    head = [line.removeprefix("//").removeprefix(" ") for line in lines[:end]]
    if not head or not head[0].startswith("# "):
        sys.exit(f"{path.relative_to(root)}: the first comment is no title; write // # Title")
    prints = [line.removeprefix("Prints: ") for line in head if line.startswith("Prints: ")]
    text = [line for line in head[1:] if not line.startswith("Prints: ")]
    after = [line.removeprefix("//|").removeprefix(" ") for line in lines[end:] if line.startswith("//|")]
    code = [line for line in lines[end:] if not line.startswith("//|")]
    return head[0][2:], "\n".join(text).strip(), "\n".join(code).strip(), prints, "\n".join(after).strip()


def page(path):
    title, text, code, prints, after = parts(path)
    language = "cuda" if path.suffix == ".cu" else "c++"
    blocks = [f"# {title}", text, f"```{language}\n{code}\n```"]
    blocks += [f"It prints `{prints[0]}`."] if prints else []
    return "\n\n".join(block for block in [*blocks, after] if block) + "\n"


def pages():
    for room, most in LINES.items():
        titles = []
        for path in sorted((root / "examples" / room).glob("*.c*")):
            text = page(path)
            if text.count("\n") > most:
                sys.exit(f"{path.relative_to(root)}: its page would have more than {most} lines")
            titles.append((path.stem, parts(path)[0]))
            yield root / "docs" / room / f"{path.stem}.md", text
        listed = "\n".join(f"- [{title}]({stem}.md)" for stem, title in titles)
        yield root / "docs" / room / "README.md", f"{HEADS[room]}\n{listed}\n{FOOT}"


def check_readme():
    """README shows the first programs as they are."""
    text = (root / "README.md").read_text(encoding="utf-8")
    for name in ("first.cpp", "first_gpu.cu"):
        if parts(root / "examples/howto" / name)[2] not in text:
            sys.exit(f"README.md has not the code of examples/howto/{name}")


def main():
    wanted = dict(pages())
    check_readme()
    there = {path for room in LINES for path in (root / "docs" / room).glob("*.md")}
    if sys.argv[1:] == ["check"]:
        old = [path for path in wanted.keys() | there
               if path not in wanted or path not in there or path.read_text(encoding="utf-8") != wanted[path]]
        sys.exit(f"{', '.join(sorted(path.name for path in old))}: run docs/programs.py" if old else None)
    for path in there - wanted.keys():
        path.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


main()
