# tools/documents/pages.py -- what a document of the project is made of: blocks of code, headings, links, and marks for the tests.
# Who:    run.py (runs the blocks), links.py (dead links), site.py, messages.py; the Markdown is that of GitHub.
# Marks:  comments of HTML that the reader does not see. They stand on a line of their own above the block that they are about.
#           <!-- not run: REASON -->                       the block is not run, for this reason
#           <!-- needs lab -->                             run only where the optional component is built
#           <!-- numbers vary: REASON -->                  the output is compared without its numbers
#           <!-- before: CODE -->, <!-- after: CODE -->    what a piece of a model needs around it to be a model; may have several lines
#           <!-- rows: CODE -->                            each item `kind { ... }` of the table below is run as a model, after this code
#           <!-- file NAME: TEXT -->                       a file that the blocks of the page read (TEXT from the next line on)
#           <!-- file NAME from PAGE -->                   the model of this name that another page prints, or a copy of a file of the project
#           <!-- first: COMMANDS -->                       what is done before the block, unseen
#           <!-- fresh -->                                 a folder without files for the blocks that follow
#           <!-- saved -->                                 a file that a model includes: saved, not run
import os
import re
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@dataclass
class Block:
    line: int  # of its first fence, from 1
    language: str
    text: str
    marks: list = field(default_factory=list)  # (word, rest), in order

    def mark(self, word):
        return "\n".join(rest for name, rest in self.marks if name == word)

    def has(self, word):
        return any(name == word for name, _ in self.marks)

    @property
    def name(self):
        """The file that a model is saved as: its first line is `-- NAME.lua`, perhaps with a colon and words after it."""
        found = re.match(r"-- ([\w-]+\.lua)(:.*)?\n", self.text) if self.language == "lua" else None
        return found[1] if found else None


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


MARK = re.compile(r"<!-- (not run|rows|needs lab|numbers vary|before|after|file|first|fresh|saved)(?:: ?| |\b)(.*?)\s*-->\n?", re.S)


def blocks(text):
    """The fenced blocks of a page, with the marks above them."""
    found, marks = [], []
    lines = text.split("\n")
    k = 0
    while k < len(lines):
        fence = re.match(r"( *)(```+)(\w*)", lines[k])
        if lines[k].lstrip().startswith("<!-- "):
            end = k
            while "-->" not in lines[end]:
                end += 1
            mark = MARK.match("\n".join(lines[k : end + 1]).lstrip())
            if mark and mark[1] == "rows":
                row = end + 1
                while row < len(lines) and (lines[row].startswith("|") or not lines[row]):
                    found += [Block(row + 1, "lua", item + "\n", [("before", mark[2])]) for item in re.findall(r"`([a-z_]+ \{[^`]*\})`", lines[row])]
                    row += 1
            elif mark:
                marks.append((mark[1], mark[2]))
            k = end + 1
        elif fence:
            end = k + 1
            while not re.fullmatch(fence[1] + fence[2] + "`*", lines[end]):
                end += 1
            body = [line[len(fence[1]) :] for line in lines[k + 1 : end]]
            found.append(Block(k + 1, fence[3], "".join(line + "\n" for line in body), marks))
            marks = []
            k = end + 1
        else:
            k += 1
    return found


def without_code(text, blank_inline=True):
    """The same text with blocks and inline code blanked, line by line."""
    out, fence = [], ""
    for line in text.split("\n"):
        mark = re.match(r" *(```+)", line)
        if fence:
            fence = "" if re.fullmatch(" *" + fence + "`*", line) else fence
            out.append("")
        elif mark:
            fence = mark[1]
            out.append("")
        else:
            out.append(re.sub(r"`[^`]*`", "``", line) if blank_inline else line)
    return "\n".join(out)


def slug(heading):
    """The anchor that GitHub gives to a heading."""
    words = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    words = re.sub(r"[`*]", "", words).strip().lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def headings(text):
    """(level, title, anchor) of each heading; anchors that repeat are numbered as GitHub does."""
    out, seen = [], {}
    for line in without_code(text, blank_inline=False).split("\n"):
        found = re.match(r"(#{1,6}) +(.*)", line)
        if found:
            anchor = slug(found[2])
            n = seen.get(anchor, 0)
            seen[anchor] = n + 1
            out.append((len(found[1]), found[2], anchor + ("-%d" % n if n else "")))
    return out


def documents():
    """Every Markdown file of the project that Git would keep, by its path from the root."""
    out = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(f for f in folders if f not in ("build", "node_modules", ".git", "scratch"))
        out += [os.path.relpath(os.path.join(folder, f), ROOT) for f in sorted(files) if f.endswith(".md")]
    return out
