#!/usr/bin/env python3
# tools/documents/messages.py -- writes docs/messages.md: every error and warning of the program with cause and cure, from the sources.
# Use:    make messages, or: tools/documents/messages.py [--check]
# How:    reads the C sources as text. A call with a sentence in its arguments that fails or warns begins a message: its `what`. sn_error_why and
#         sn_error_fix that follow in the same function belong to it. Conversions of printf become <...>, named by what they stand for.
# Limits: sentences that are put together from pieces at run time appear as their pieces.
# Tests:  ctest documents/messages says when the page is stale.
import os
import re
import sys

import pages

PAGE = os.path.join(pages.ROOT, "docs", "messages.md")
LITERAL = r'"(?:[^"\\]|\\.)*"'


def source_files():
    out = []
    for top in ("src", "lab", "engine"):
        for folder, _, files in os.walk(os.path.join(pages.ROOT, top)):
            out += [os.path.relpath(os.path.join(folder, f), pages.ROOT) for f in files if f.endswith((".c", ".h"))]
    return sorted(out)


def without_comments(text):
    """Comments become blanks, so that positions stay."""

    def blank(found):
        return found[0] if found[0][0] in "\"'" else re.sub(r"[^\n]", " ", found[0])

    return re.sub(LITERAL + r"|'(?:[^'\\]|\\.)*'|/\*.*?\*/|//[^\n]*", blank, text, flags=re.S)


def arguments(text, start):
    """The arguments of a call whose bracket opens at start, and where it ends."""
    depth, last, out, k = 0, start + 1, [], start
    while k < len(text):
        c = text[k]
        if c == '"':
            k = re.compile(LITERAL).match(text, k).end()
            continue
        if c == "'":
            k = re.compile(r"'(?:[^'\\]|\\.)*'").match(text, k).end()
            continue
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth == 0:
                out.append(text[last:k])
                return out, k
        elif c == "," and depth == 1:
            out.append(text[last:k])
            last = k + 1
        k += 1
    return out, k



# calls with sentences that are no messages
OTHERS = {"printf", "fprintf", "snprintf", "put_paragraphs", "sn_arena_text", "sn_arena_format", "output", "energy", "table_of", "sn_error_where", "SN_ASSERT"}
SENTENCE = re.compile(r"[A-Z`'%(].* .*[.?)]$", re.S)
GROUPS = [
    ("Models: the text", ("language", "component"), "what a model file says, before anything is built"),
    ("Models: parts, joints, forces", ("model", "parts", "joints", "laws", "mesh", "catalogue"), "fields of items, sections, surfaces and meshes"),
    ("Building the equations", ("system", "session", "instant", "math"), "assembly, redundant joints, size"),
    ("Running", ("run", "steps", "analysis", "states"), "steps, equilibria, modes, warnings of a run"),
    ("Results, pictures, tables", ("results", "pack", "show", "sweep"), "files, pages, plots, sweeps"),
    ("The command", ("cli", "base"), "options, files, processes"),
    ("The C and Python interfaces", ("api",), "calls of sinew.h and of the Python module"),
    ("Plane rods (optional component)", ("lab", "rod"), "plane_rod and sinew study"),
]


def words(literals):
    """The text of adjacent literals, as a reader sees it."""
    text = "".join(x[1:-1] for x in literals)
    text = text.replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")
    text = re.sub(r"%%", "\0", text)
    text = re.sub(r"%[-+ #0]*[\d*]*(?:\.[\d*]+)?(?:hh|h|ll|l|z)?[diufgeExscp]", "…", text).replace("\0", "%")
    return re.sub(r"\s+", " ", text).strip()


def sentences(argument):
    """The sentences of an argument: several where it chooses among literals."""
    out, run = [], []
    for found in re.finditer(LITERAL + r"|[^\s\"]", argument):
        if found[0][0] == '"':
            run.append(found[0])
        elif run:
            out.append(run)
            run = []
    out.append(run)
    texts = [words(run) for run in out if run]
    return [text for text in texts if SENTENCE.match(text)]


DEFINITION = re.compile(r"^(?:static )?(?:\w+[ *]+)+(\w+)\([^;{}]*\)\s*\{", re.M)
CURE = re.compile(r"(?:Add|Check|Choose|Close|Compile|Count|Draw|Free|Give|Install|Join|Keep|Leave|Look|Make|Mesh|Move|Name|Open|Put|Read|Remove|Repeat|Return|Run|Save|See|Set|Split|Start|"
                  r"Take|Try|Turn|Use|Wait|Write|Did you|Name at most)\b|A? ?`?sinew")
REASON = re.compile(r"(?:It|Its|They|Their|This|That|He)\b")


def functions_of(text):
    """(name, start, end) of the functions that a source defines."""
    out = []
    for found in DEFINITION.finditer(text):
        end = text.find("\n}", found.end())
        out.append((found[1], found.start(), end if end >= 0 else len(text)))
    return out


def messages_of(path):
    """(what, whys, cures) of a source, in the order of the text."""
    text = without_comments(pages.read(path))
    functions = functions_of(text)

    def inside(position):
        return next((name for name, start, end in functions if start <= position < end), None)

    own = {}  # what a function of this source says itself: its callers add why and cure
    calls = []
    for call in re.finditer(r"\b([a-z_]\w*)\(", text):
        name = call[1]
        if name in OTHERS or any(start <= call.start() < text.find("{", start) for n, start, _ in functions if n == name):
            continue
        args, _ = arguments(text, call.end() - 1)
        nested = any(re.match(r"\s*[a-z_]\w*\(", a) and sentences(a) for a in args)
        said = [group for group in map(sentences, args) if group]
        if said and not nested:
            pieces = [words(re.findall(LITERAL, a)) for a in args if a.strip().startswith('"') and not sentences(a)]
            calls.append((name, inside(call.start()), said, [p for p in pieces if re.match(r"[a-z`…'].* ", p)]))
    out, last = [], None
    for name, function, said, pieces in calls:
        if name in ("sn_error_why", "sn_error_fix"):
            if out and function == last:
                column = 1 if name == "sn_error_why" else 2
                out[-1][column] += [s for group in said for s in group if s not in out[-1][column]]
            continue
        first = len(out)
        for what in said[0] if name != "sn_model_warn" else [" ".join(said[0])]:
            whys, cures = (said[1] if len(said) > 2 else []), (said[-1] if len(said) > 1 and name != "sn_model_warn" else [])
            if (CURE.match(what) or REASON.match(what)) and name not in ("sn_failf", "sn_item_fail", "sn_model_warn"):
                rest = [s for group in said[1:] for s in group]
                whys, cures = [s for s in [what, *rest] if not CURE.match(s)], [s for s in [what, *rest] if CURE.match(s)]
                whats = own.get(name) or ["… " + piece for piece in pieces] or whys[:1]
                if whats:
                    out.append([whats[0], whys if whats[0] not in whys else whys[1:], cures])
            else:
                out.append([what, list(whys), list(cures)])
        if len(out) > first:
            own.setdefault(function, [row[0] for row in out[first:]])
            last = function
    return out


def cell(texts):
    text = " / ".join(dict.fromkeys(texts))
    return re.sub(r"(?<!`)([<>])", r"\\\1", text).replace("|", "\\|").replace("*", "\\*").replace("_", "\\_") if "`" not in text else text.replace("|", "\\|")


def page():
    rows = {title: {} for title, _, _ in GROUPS}
    for path in source_files():
        folder = path.split("/")[1] if path.startswith("src/") else "lab"
        title = next((title for title, folders, _ in GROUPS if folder.removesuffix(".c") in folders), GROUPS[2][0])
        for what, why, fix in messages_of(path):
            if len(what) < 12 and not fix:
                continue  # a piece of a sentence
            row = rows[title].setdefault((what, " / ".join(why)), (why, []))
            row[1].extend(fix)
    n = sum(len(r) for r in rows.values())
    lines = ["# Index of messages", "",
             "Made by `make messages` from the sources: do not edit. %d messages. `…` stands for a name or a number of your model. "
             "The first line of a message says where: file, line and item." % n, "",
             "What a message is made of, exit codes, and the warnings of a run are on the page [errors and warnings](guide/errors.md). "
             "Search this page for the words of your message that are not names.", ""]
    for title, _, what in GROUPS:
        if rows[title]:
            lines += ["## " + title, "", what[0].upper() + what[1:] + ".", "", "| message | why | what to do |", "|---|---|---|"]
            for text, why in sorted(rows[title], key=lambda key: (re.sub(r"[^a-z ]", "", key[0].lower()), key[1])):
                whys, cures = rows[title][text, why]
                lines.append("| %s | %s | %s |" % (cell([text]), cell(whys), cell(cures)))
            lines.append("")
    return "\n".join(lines)


def main(arguments):
    if arguments == ["--check"]:
        if not os.path.exists(PAGE) or pages.read("docs/messages.md") != page():
            print("docs/messages.md is stale: make messages")
            return 1
        return 0
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(page())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
