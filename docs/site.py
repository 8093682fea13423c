#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gathers the pages of the site: all Markdown files of the repository, and the files to which they link.

./site.py FOLDER    writes FOLDER/pages and FOLDER/mkdocs.yml, which has the list of pages and takes the rest
                    from mkdocs.yml

A link to a folder leads to a page that lists its files. Links to files that git does not know stay as they
are, so that MkDocs reports them.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
ROOMS = {"docs/learn": "Learn", "docs/howto": "How to", "docs/reference": "Reference",
         "docs/explanation": "Explanation", "docs/notes": "Notes", "perf/results": "Results"}
LINK = re.compile(r"\]\(([^)#\s:]+)(?:#[^)\s]*)?\)")


def tracked():
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout
    return [pathlib.PurePath(name) for name in listed.splitlines() if (root / name).exists()]


def linked(page, text):
    """The targets of the page's links, as paths from the root."""
    for to in LINK.findall(text):
        yield pathlib.PurePath(os.path.normpath(page.parent / to))


def listing(folder, files):
    rows = [f"- [{path.relative_to(folder)}]({path.relative_to(folder)})" for path in files]
    return "\n".join([f"# {folder}", "", *rows]) + "\n"


def markdown(page, text):
    """The page, with links to pages instead of folders, and without the names of code blocks."""
    text = re.sub(r"(?m)^( *(?:```|~~~)\S+) \w+$", r"\1", text)
    return LINK.sub(lambda link: link[0].replace(link[1], f"{link[1].rstrip('/')}/README.md", 1)
                    if (root / page.parent / link[1]).is_dir() else link[0], text)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def title(page):
    heading = re.search(r"(?m)^# (.*)$", page.read_text(encoding="utf-8"))
    return re.sub("[`\"]", "", heading[1]) if heading else page.stem


def navigation(pages):
    """The sections, in the order of learning, and their pages: first its own, then those of folders."""
    yield "  - Home: README.md"
    for room, name in ROOMS.items():
        yield f"  - {name}:"
        found = sorted((pages / room).rglob("*.md"), key=lambda page: (page.name != "README.md", page))
        for page in found:
            label = f'"{title(page)}": ' if page.name != "README.md" else ""
            yield f"      - {label}{page.relative_to(pages)}"


def main(folder):
    shutil.rmtree(folder, ignore_errors=True)
    target = folder / "pages"
    files = tracked()
    wanted, folders = set(), set()
    for page in (path for path in files if path.suffix == ".md"):
        text = (root / page).read_text(encoding="utf-8")
        write(target / page, markdown(page, text))
        for path in linked(page, text):
            (folders if (root / path).is_dir() else wanted).add(path)
    for each in folders:
        members = [path for path in files if path.is_relative_to(each) and path.suffix != ".md"]
        if not (target / each / "README.md").exists():
            write(target / each / "README.md", listing(each, members))
        wanted.update(members)
    for path in wanted & set(files):
        if path.suffix != ".md":
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, target / path)
    shutil.copyfile(root / "docs/site.css", target / "site.css")
    (folder / "mkdocs.yml").write_text("\n".join(
        [f"INHERIT: {root / 'mkdocs.yml'}", "nav:", *navigation(target)]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve())
