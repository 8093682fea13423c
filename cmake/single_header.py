#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the whole library as one header: each of its headers once, after those that it includes.

single_header.py FILE

The headers for ranks of MPI and NCCL are left out: without MPI or NCCL nobody could compile the rest. Headers
for nvcc alone (.cuh) are between #if and #endif, and so are includes of system headers that were conditional
before. Nothing else is conditional: a .hpp of the library compiles everywhere. With nvcc the header has both
places, the GPU and the host.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOTS = [ROOT / name for name in ("lib", "policies", "algorithms")]
OWN = re.compile(r"^[ \t]*#[ \t]*include[ \t]+<(impulse/[^>]+)>[^\n]*\n", re.M)
DROPPED = re.compile(r"^// SPDX-License-Identifier[^\n]*\n|^#pragma once\n", re.M)
# The lines that tell internal headers from public ones, which one header does not need.
INTERNAL = re.compile(r"^#include IMPULSE_PART_OF\([^\n]*\n"
                      r"|^(?://[^\n]*\n)+#define IMPULSE_TEXT_OF(?s:.*?)\n#define IMPULSE_PART_OF[^\n]*\n",
                      re.M)


def text_of(name):
    return next(root / name for root in ROOTS if (root / name).exists()).read_text(encoding="utf-8")


def write(name, done, out):
    if name in done:
        return
    done.add(name)
    text = text_of(name)
    for each in OWN.findall(text):
        write(each, done, out)
    body = re.sub(r"\n{3,}", "\n\n", DROPPED.sub("", INTERNAL.sub("", OWN.sub("", text)))).strip()
    out.append(f"// ---- {name}\n")
    out.append(f"#if defined(__CUDACC__)\n{body}\n#endif\n" if name.endswith(".cuh") else body + "\n")


def main(target):
    numbers = re.findall(r"define IMPULSE_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)",
                         text_of("impulse/config.hpp"))
    found = {str(path.relative_to(root)) for root in ROOTS for path in root.rglob("*.[hc][pu][ph]")}
    # The public headers, also those in subfolders; first those that every compiler can compile. They include
    # the internal ones.
    public = sorted((name for name in found if "/detail/" not in name),
                    key=lambda name: (name.endswith(".cuh"), name))
    out = []
    # Without the first and the last line of public headers, which one header does not need.
    base = "impulse/detail/base"
    done = {"impulse/mpi.hpp", "impulse/nccl.hpp", f"{base}/begin.hpp", f"{base}/end.hpp"}
    for name in public:
        write(name, done, out)
    pathlib.Path(target).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(target).write_text(
        "// SPDX-License-Identifier: Apache-2.0\n"
        f"// Impulse {'.'.join(numbers)} in one header, written by `./dev single-header`.\n"
        "// Licensed under the Apache License, Version 2.0 (https://www.apache.org/licenses/LICENSE-2.0),\n"
        "// without warranties or conditions of any kind.\n"
        "#pragma once\n"
        "#pragma GCC system_header  // a program's warnings are of its own files\n\n" + "\n".join(out),
        encoding="utf-8")


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
