# SPDX-License-Identifier: Apache-2.0
"""Which headers there are, in which folder each is, and what each includes."""
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LAYERS = ("lib", "policies", "algorithms")
INCLUDE = re.compile(r'^\s*#\s*include\s+<(impulse/[^>]+)>', re.M)
DETAIL = "impulse/detail/"
LEAVES = {f"impulse/{name}.hpp" for name in ("config", "error", "shape", "transfer_queues")}
PLACES = "impulse/place.hpp"  # public; back ends include it

wrong = []


def complain(text):
    wrong.append(text)
    print("WRONG:", text)


def where(header):
    """The layer that contains a header, and the header's path."""
    for layer in LAYERS:
        path = os.path.join(ROOT, layer, header)
        if os.path.exists(path):
            return layer, path
    return None, None


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def sources(*folders):
    for folder in folders:
        for place, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in names:
                if name.endswith((".hpp", ".cuh", ".cpp", ".cu")):
                    yield os.path.relpath(os.path.join(place, name), ROOT)


def folder_of(header):
    """The folder of a detail header, or of the policies; of a public one "leaf", "places" or its layer."""
    if header in LEAVES:
        return "leaf"
    if header == PLACES:
        return "places"
    parts = header.split("/")
    if header.startswith(DETAIL):
        return parts[2]
    return parts[1] if parts[1] == "policies" else where(header)[0]


def walk(header):
    """All headers of the library that a header includes, directly or not, and the header itself."""
    found, todo = set(), [header]
    while todo:
        name = todo.pop()
        _, path = where(name)
        if name not in found and path:
            found.add(name)
            todo += INCLUDE.findall(read(path))
    return found
