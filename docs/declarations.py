# SPDX-License-Identifier: Apache-2.0
"""The public declarations of the headers, with their docstrings. (For reference.py.)

Of clang-format's output no more is taken for granted than that namespaces are not indented and members are by
four: this is no parser of C++.
"""
import pathlib
import re

root = pathlib.Path(__file__).resolve().parent.parent
POINTS = ("Requires", "Complexity", "Memory", "Throws", "Method")
PUBLIC = "impulse IMPULSE_ABI"


def behind(text, start, pair):
    """The position behind the bracket that is opened at `start`."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1] and text[i - 1] != "-")
        if depth == 0:
            return i + 1
    return len(text)


def one_line(text):
    return re.sub(r"\s+", " ", text).strip()


def without_template(text):
    while True:
        text = text.lstrip().removeprefix("IMPULSE_NO_EXEC_CHECK").lstrip()
        if re.match(r"template\s*<", text):
            text = text[behind(text, text.index("<"), "<>"):]
        elif re.match(r"requires\s*\(", text):
            text = text[behind(text, text.index("("), "()"):]
        else:
            return text


def head_of(code):
    """The text before the body."""
    return re.split(r"(?<!= )\{|;", code, maxsplit=1)[0]


def named(code):
    """(kind, name) of a declaration; None if it declares nothing new."""
    if match := re.match(r"#define (IMPULSE_\w+)", code):
        return "macro", match[1]
    if match := re.match(r"IMPULSE_(?:BINARY_FUNCTOR|EXTREME)\((\w+)", code):
        return "call", match[1]
    if code.startswith("IMPULSE_NAMED"):
        return None  # a specialization
    text = without_template(code)
    head = head_of(text)
    if match := re.search(r"\bconcept (\w+)", head):
        return "concept", match[1]
    if match := re.match(r"(?:requires .*?\s)?(?:struct|class|enum class)\s+(\w+)\s*(<)?", head):
        if match[2]:
            return None  # a specialization
        if re.search(r"(?m)^    \S.*operator\(\)\(", text):
            return "call", match[1]
        return ("class" if head.startswith("class") and "public std::" not in head else "type"), match[1]
    if match := re.match(r"using (?:\w+::)*(\w+)\b", head):
        return "type", match[1]
    if re.match(r"\w+\([^()]*\) ->|inline detail::refusal<|friend|.*\boperator\b", head, re.S):
        return None
    if match := re.match(r"(?:inline |static )?constexpr ([^=({]*?)\b(\w+)\s*(?:=|\{|$)", head):
        of = match[1]
        is_call = "algorithm" in of or "_form" in of
        return "call" if is_call else "policy" if of.startswith("policy<") else "value", match[2]
    if match := re.search(r"(?<!~)\b(\w+)\(", head):
        return "call", match[1]
    if match := re.search(r"\b(\w+)(?: = .*)?$", head.strip()):
        return "value", match[1]
    return None


def signature(code):
    """A declaration in a line, without its body."""
    kind, name = named(code) or ("call", "")
    code = re.sub(r"\s*//.*", "", code.replace("IMPULSE_NO_EXEC_CHECK\n", ""))
    if kind == "macro":
        return code
    if code.startswith(("IMPULSE_BINARY_FUNCTOR", "IMPULSE_EXTREME")):
        return f"struct {name}"
    if kind == "concept":
        return one_line(code.split("=")[0] if "{" in code else code)
    if re.match(r"(struct|class|enum class)\b", without_template(code)):
        return re.sub(r" : .*$", "", one_line(head_of(code)))
    if kind in ("value", "policy") or code.startswith("using"):
        return one_line(code).replace("inline ", "")
    head = re.sub(r"IMPULSE_SHARED |inline ", "", one_line(head_of(code)))
    return re.sub(r"\) : \w+[({].*$", ")", head) + ";"  # no initializers of a constructor


def bare(line):
    """The code without comments and strings, so that brackets can be counted."""
    return re.sub(r"//.*|\"(\\.|[^\"\\])*\"|'(\\.|[^'\\])'", "", line)


def index_of(lines, wanted):
    return next((i for i, line in enumerate(lines) if wanted(line)), len(lines))


def blocks(lines, indent):
    """(docstring, [declarations]) of the code at an indentation.

    Declarations without a blank line between them share a docstring."""
    doc, group, code, depth = [], [], [], 0
    for line in [*lines, ""]:
        text = line[indent:] if line.startswith(" " * indent) else line.strip()
        starts_doc = text.startswith("///") and not text.startswith("///<")
        if not code and (not text.strip() or starts_doc and group):
            if doc or group:
                yield doc, group
            doc, group = [], []
        if code or not text.strip():
            pass
        elif starts_doc:
            doc.append(text[3:].removeprefix(" "))
            continue
        elif text.startswith("#define") and doc:
            group.append(text)
            continue
        elif text.startswith(("//", "}", "public:", "private:", "#")):
            continue
        if code or text.strip():
            code.append(text)
            counted = bare(text)
            depth += sum(map(counted.count, "({")) - sum(map(counted.count, ")}"))
            end = counted.strip()
            if depth == 0 and end.endswith((";", "}")) and not end.startswith(("requires", "template")):
                group.append("\n".join(code))
                code = []


def sections(text):
    """The lines of each namespace, by its name; of a macro with several lines only the first."""
    text = re.sub(r"(?m)^(#define .*?) *\\\n(?:.*\\\n)*.*$", r"\1", text).replace("\\\n", " ")
    spaces, found, depth = [], {}, 0
    for line in text.split("\n"):
        if match := re.match(r"(?:inline )?namespace ([\w: ]+) \{", line):
            spaces.append(match[1].replace("::inline ", " ").replace("::", " "))
        elif line.startswith("}") and depth == 0:
            spaces.pop()
            found.setdefault(" ".join(spaces), []).append("")
        else:
            depth += bare(line).count("{") - bare(line).count("}")
            found.setdefault(" ".join(spaces), []).append(line)
    return found


class Entry:
    """A docstring and its declarations."""

    def __init__(self, header, doc, group):
        self.header, self.kinds, self.codes = header, {}, {}
        for code in group:
            if not doc and re.search(r"\b(struct|class) \w+;$", code):
                continue  # declared before what it needs
            if found := named(code):
                self.kinds.setdefault(found[1], found[0])
                self.codes.setdefault(found[1], []).append(code)
        self.names = list(self.kinds)
        self.text, self.points, into = [], {}, None
        for line in doc:  # a point goes on to the next one, or to a blank line
            if match := re.match(r"(%s): (.*)" % "|".join(POINTS), line):
                into = match[1]
                self.points[into] = match[2]
            elif match := re.match(r"Otherwise the same as `(\w+)`\.", line):
                into, self.points["as"] = None, match[1]
            elif into and line.strip():
                self.points[into] += " " + line.strip()
            else:
                into = None
                self.text.append(line)
        self.text = "\n".join(self.text).strip()

    def add(self, overload):
        self.text += "\n\n" + overload.text
        self.points = {**overload.points, **self.points}
        for name, codes in overload.codes.items():
            self.codes.setdefault(name, []).extend(codes)

    def only(self, name, of):
        """A name that `using` declares; it may have its own docstring."""
        entry = Entry(self.header, [], [])
        entry.names, entry.kinds, entry.codes = [name], {name: of.kinds[name]}, {name: of.codes[name]}
        told = self if self.text else of
        entry.text, entry.points = told.text, told.points
        return entry

    def calls(self):
        """The calls in a docstring, written as `name([policy,] ...)`."""
        found = {}
        prose = one_line(self.text)
        for match in re.finditer(r"\b(\w+)(?:<\w+>)?\((?=\[policy,\])", prose):
            call = prose[match.start():behind(prose, match.end() - 1, "()")]
            found.setdefault(match[1], []).append(call)
        return found

    def forms(self):
        """The form of each name: such calls, or the declaration. `out` comes after the inputs."""
        calls = self.calls()
        for name in self.names:
            plain = name.removesuffix("_into")
            if name in calls:
                yield from calls[name]
            elif plain != name and plain in calls:
                inputs = r"^\w+(\(\[policy,\](?:,? (?:range|x|y|weights|first|last)\b)+)"
                yield from (re.sub(inputs, name + r"\1, out", call) for call in calls[plain])
            elif self.kinds[name] != "policy":
                for code in self.codes[name]:
                    if not re.search(r"detail::\w*algorithm", code):
                        yield signature(code)

    def members(self):
        """(signature, text) of the public members that have a docstring before or after them."""
        for name in self.names:
            for code in self.codes[name]:
                lines = code.split("\n")
                if not re.match(r"(struct|class|enum class)\b", without_template(code)) or len(lines) < 3:
                    continue
                start = index_of(lines, lambda line: bare(line).rstrip().endswith("{")) + 1
                if re.match(r"class\b", without_template(code)):
                    start = index_of(lines, lambda line: line.strip() == "public:") + 1
                stop = min(index_of(lines, lambda line: line.strip() == "private:"), len(lines) - 1)
                for doc, group in blocks(lines[start:stop], 4):
                    if doc and group:
                        yield signature(group[0]), " ".join(doc)
                for line in lines[start:stop]:
                    if match := re.match(r"    (\w.*?)[;,]\s+///< (.*)", line):
                        yield match[1], match[2]


def headers():
    for folder in ("algorithms", "policies", "lib"):
        for path in sorted((root / folder).rglob("*.[hc][pu][ph]")):
            yield str(path.relative_to(root / folder / "impulse")), sections(path.read_text(encoding="utf-8"))


def entries(internal):
    """All public entries: of namespace impulse without its namespaces, and macros with a docstring."""
    every, hidden = [], {}
    for header, parts in headers():
        for space in ("on_device", "detail"):
            for doc, group in blocks(parts.get(f"{PUBLIC} {space}", []), 0):
                entry = Entry(header, doc, group)
                for name in entry.names:
                    if entry.text or name not in hidden:
                        hidden[name] = entry
    for header, parts in headers():
        macros = [(doc, [code for code in group if code.startswith("#define")])
                  for doc, group in blocks(parts.get("", []), 0) if doc]
        for doc, group in macros + list(blocks(parts.get(PUBLIC, []), 0)):
            entry = Entry(header, doc, group)
            used = [name for name in entry.names if re.match(r"using \w+::\w+;", entry.codes[name][0])]
            entry.names = [name for name in entry.names if name not in internal]
            if used:
                shown = [name for name in used if name in hidden and name not in internal]
                every += [entry.only(name, hidden[name]) for name in shown]
            elif every and every[-1].header == header and set(every[-1].names) & set(entry.names):
                every[-1].add(entry)  # another overload
            elif entry.names:
                every.append(entry)
    return every
