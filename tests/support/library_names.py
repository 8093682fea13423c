#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""library_names.py FILE: writes a header with every name that the library's headers put before an argument
list."""
import pathlib
import re
import sys
import textwrap

root = pathlib.Path(__file__).resolve().parent.parent.parent
reserved = set("""
    alignas alignof and asm auto bool catch char const const_cast dynamic_cast reinterpret_cast static_cast
    constexpr consteval decltype defined delete do double else explicit float for friend if inline int long
    new noexcept operator or requires return short signed sizeof static_assert struct switch template this
    throw typeid typename unsigned using void volatile while xor not compl goto
""".split())
names = set()
for folder in ("lib", "policies", "algorithms"):
    for header in sorted((root / folder).rglob("*.[hc]*p*")) + sorted((root / folder).rglob("*.cuh")):
        text = re.sub(r"(?m)//[^\n]*|\"(\\.|[^\"\\])*\"|^#pragma.*$", "", header.read_text(encoding="utf-8"))
        names.update(re.findall(r"\b([a-z][a-z0-9_]*)(?:<[^;{}()]*>)?\(", text))
names = sorted(names - reserved)

lines = textwrap.wrap(" ".join(f"X({name})" for name in names), 106)
written = "#pragma once\n#define IMPULSE_TEST_LIBRARY_NAMES(X) \\\n" + " \\\n".join(lines) + "\n"
target = pathlib.Path(sys.argv[1])
target.parent.mkdir(exist_ok=True)
target.write_text(written, encoding="utf-8")
