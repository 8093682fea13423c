#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gathers the pages of the site: all Markdown files of the repository, where they are, and what they link to.

./site.py FOLDER    writes the pages into FOLDER; mkdocs.yml makes the site of them

A link to a folder leads to a page that lists its files. Links to what git does not know stay, so that MkDocs
complains about them.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)#\s:]+)(?:#[^)\s]*)?\)")


def tracked():
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout
    return [pathlib.PurePath(name) for name in listed.splitlines() if (root / name).exists()]


def linked(page, text):
    """What the page links to, as paths from the root."""
    for to in LINK.findall(text):
        yield pathlib.PurePath(os.path.normpath(page.parent / to))


def listing(folder, files):
    rows = [f"- [{path.relative_to(folder)}]({path.relative_to(folder)})" for path in files]
    return "\n".join([f"# {folder}", "", *rows]) + "\n"


def markdown(page, text):
    """Links to folders lead to pages. Of a block's language and the name that tests use the language stays."""
    text = re.sub(r"(?m)^( *(?:```|~~~)\S+) \w+$", r"\1", text)
    return LINK.sub(lambda link: link[0].replace(link[1], f"{link[1].rstrip('/')}/README.md", 1)
                    if (root / page.parent / link[1]).is_dir() else link[0], text)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main(target):
    shutil.rmtree(target, ignore_errors=True)
    files = tracked()
    wanted, folders = set(), set()
    for page in (path for path in files if path.suffix == ".md"):
        text = (root / page).read_text(encoding="utf-8")
        write(target / page, markdown(page, text))
        for path in linked(page, text):
            (folders if (root / path).is_dir() else wanted).add(path)
    for folder in folders:
        members = [path for path in files if path.is_relative_to(folder) and path.suffix != ".md"]
        if not (target / folder / "README.md").exists():
            write(target / folder / "README.md", listing(folder, members))
        wanted.update(members)
    for path in wanted & set(files):
        if path.suffix != ".md":
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, target / path)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve())
