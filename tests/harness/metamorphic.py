"""What must not change an answer: white space, comments, the case of keywords, names of aliases, redundant parentheses.

Every statement of the conformance suites (of tests/cases where those are not beside the checkout) is rewritten, and
its lineage compared with that of the original; reformatting and other literals must leave its fingerprint, too.
One process of the command serves all originals, and one each rewriting.
"""
import ctypes
import gzip
import json
import os
import random
import re
from collections import defaultdict, namedtuple

from .core import BUILD, Result, command, files, path, run, suite
from .conformance import FOLDER

Text = namedtuple("Text", "name record catalogs")
Token = namedtuple("Token", "kind start end")
SAMPLE = 3000
KEEPS_CASE = ("clickhouse",)  # names that differ in case alone are two
SKIPPED = ("comment", "hint", "tag")


# ---- The library: tokens and trees ----


class Span(ctypes.Structure):
    _fields_ = [("offset", ctypes.c_uint32), ("length", ctypes.c_uint32)]


class RawToken(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_char_p), ("at", Span)]


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("dialect", ctypes.c_int), ("default_db", ctypes.c_char_p),
                ("flags", ctypes.c_uint32), ("max_nesting", ctypes.c_uint32), ("max_edges", ctypes.c_uint32),
                ("max_statement_bytes", ctypes.c_uint64), ("cancelled", ctypes.c_void_p),
                ("user", ctypes.c_void_p), ("allocator", ctypes.c_void_p)]


class Library:
    """libcolline, as far as rewriting needs it."""

    def __init__(self):
        lib = self.lib = ctypes.CDLL(os.path.join(BUILD, "libcolline.so"))
        lib.colline_node_kind.restype = lib.colline_node_child_role.restype = ctypes.c_char_p
        lib.colline_node_kind.argtypes = lib.colline_node_span.argtypes = [ctypes.c_void_p]
        lib.colline_node_child_count.argtypes = [ctypes.c_void_p]
        lib.colline_node_child_role.argtypes = lib.colline_node_child.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        lib.colline_node_child_count.restype = ctypes.c_size_t
        lib.colline_node_child.restype = ctypes.c_void_p
        lib.colline_node_span.restype = Span
        lib.colline_statement_tree.restype = lib.colline_session_next.restype = ctypes.c_void_p
        lib.colline_statement_tree.argtypes = lib.colline_session_next.argtypes = [ctypes.c_void_p]
        lib.colline_statement_outcome.argtypes = lib.colline_session_finish.argtypes = [ctypes.c_void_p]
        lib.colline_session_close.argtypes = [ctypes.c_void_p]
        lib.colline_session_feed.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]

    def dialect(self, name):
        number = ctypes.c_int(0)
        self.lib.colline_dialect_by_name(name.encode(), ctypes.byref(number))
        return number.value

    def tokens(self, dialect, sql):
        found, offset, token = [], ctypes.c_size_t(0), RawToken()
        number = self.dialect(dialect)
        while self.lib.colline_next_token(number, sql, ctypes.c_size_t(len(sql)), ctypes.byref(offset),
                                          ctypes.byref(token)):
            found.append(Token(token.kind.decode(), token.at.offset, token.at.offset + token.at.length))
        return found

    def nodes(self, dialect, sql):
        """(kind, role, start, end, the parent's kind) of every node of every statement; "pivot" for all that
        stands below one."""
        options, session, found = Options(), ctypes.c_void_p(), []
        options.size, options.dialect = ctypes.sizeof(options), self.dialect(dialect)
        self.lib.colline_session_open(None, ctypes.byref(options), ctypes.byref(session))
        self.lib.colline_session_feed(session, sql, len(sql))
        self.lib.colline_session_finish(session)
        while True:
            statement = self.lib.colline_session_next(session)
            if not statement:
                break
            tree = self.lib.colline_statement_tree(statement)
            if tree:
                self.walk(tree, "", "", found)
        self.lib.colline_session_close(session)
        return found

    def walk(self, node, role, parent, found):
        kind, span = self.lib.colline_node_kind(node).decode(), self.lib.colline_node_span(node)
        found.append((kind, role, span.offset, span.offset + span.length, parent))
        for i in range(self.lib.colline_node_child_count(node)):
            self.walk(self.lib.colline_node_child(node, i), self.lib.colline_node_child_role(node, i).decode(),
                      parent if parent == "pivot" else kind, found)


# ---- What there is to rewrite ----


def conformance_texts():
    for where, _, names in sorted(os.walk(FOLDER)):
        for name in sorted(names):
            if not name.endswith((".jsonl", ".jsonl.gz")):
                continue
            opener = gzip.open if name.endswith(".gz") else open
            with opener(os.path.join(where, name), "rt", encoding="utf-8") as f:
                for line in filter(str.strip, f):
                    yield os.path.basename(where), where, json.loads(line)


def corpus():
    found = []
    for suite_name, where, case in conformance_texts() if os.path.isdir(FOLDER) else ():
        record = {"dialect": case["dialect"], "sql": case["sql"], "options": {"expand_views": True}}
        for key in ("default_db", "ddl"):
            if case.get(key):
                record[key] = case[key]
        catalogs = tuple(os.path.join(where, name) for name in case.get("catalog") or ())
        found.append(Text("%s %s" % (suite_name, case["id"]), record, catalogs))
    if not found:
        from . import cases
        for file in files("tests/cases", ".txt"):
            found += [Text(case.name, json.loads(cases.record(0, case)), ()) for case in cases.read(file)[0]
                      if case.text("sql")]
    return found


# ---- Rewritings: (library, dialect, sql as bytes, tokens, chance) -> bytes, or None where there is nothing to do ----


def joined(sql, tokens, gaps, texts=None):
    """The tokens with what stands before each of them, and the end."""
    out = []
    for i, token in enumerate(tokens):
        out += [gaps[i], texts[i] if texts else sql[token.start:token.end]]
    return b"".join(out) + gaps[len(tokens)]


def gaps_of(sql, tokens):
    ends = [0] + [token.end for token in tokens]
    starts = [token.start for token in tokens] + [len(sql)]
    return [sql[a:b] for a, b in zip(ends, starts)]


def fixed(tokens, i):
    """Whether the gap before token i must stay: beside comments, hints and template tags."""
    return any(0 <= j < len(tokens) and tokens[j].kind in SKIPPED for j in (i - 1, i))


def separates(dialect, sql, tokens, i):
    """Whether the gap before token i is beside a line of its own that ends a batch: GO of T-SQL, / of Oracle."""
    word = {"tsql": b"GO", "oracle": b"/"}.get(dialect)
    return any(0 <= j < len(tokens) and sql[tokens[j].start:tokens[j].end].upper() == word for j in (i - 1, i))


def spaces(library, dialect, sql, tokens, chance):
    gaps = gaps_of(sql, tokens)
    for i, gap in enumerate(gaps):
        if gap.strip() or fixed(tokens, i) or separates(dialect, sql, tokens, i):
            continue
        if gap:
            gaps[i] = chance.choice([b"\n", b"  ", b"\t", b" \r\n\t", b"\n\n", b"\x0c ", b" "])
        elif 0 < i < len(tokens) and "punctuation" in (tokens[i - 1].kind, tokens[i].kind) and \
                sql[tokens[i].start:tokens[i].end] in (b",", b")", b"(") and chance.random() < 0.5:
            gaps[i] = chance.choice([b" ", b"\n"])
    return joined(sql, tokens, gaps)


def comments(library, dialect, sql, tokens, chance):
    gaps = gaps_of(sql, tokens)
    for i, gap in enumerate(gaps[:-1]):
        if gap and not gap.strip() and not fixed(tokens, i) and not separates(dialect, sql, tokens, i) and chance.random() < 0.4:
            gaps[i] = gap + chance.choice([b"/* c */ ", b"-- c\n", b"/* FROM x; ' ( */", b"/**/", b"-- ' ; \" (\n ",
                                           b"/* \n */ /* d */ "])
    return joined(sql, tokens, gaps)


def keyword_case(library, dialect, sql, tokens, chance):
    texts = [sql[t.start:t.end] for t in tokens]
    names = set()
    if dialect in KEEPS_CASE:  # a keyword may be a name: FROM db.TABLE
        names = {a for kind, _, a, _, _ in library.nodes(dialect, sql) if kind in ("name", "column", "table_ref")}
    for i, t in enumerate(tokens):
        if t.kind == "keyword" and t.start not in names and not (names and b"." in texts[i - 1:i]):
            texts[i] = texts[i].swapcase()
    return joined(sql, tokens, gaps_of(sql, tokens), texts)


def inserted(sql, at):
    """sql with the texts of {offset: text} put in."""
    out, last = [], 0
    for offset in sorted(at):
        out += [sql[last:offset], at[offset]]
        last = offset
    return b"".join(out) + sql[last:]


def around(sql, spans):
    at = defaultdict(bytes)
    for start, end in spans:
        at[start] = at[start] + b"("
        at[end] = b")" + at[end]
    return inserted(sql, at) if spans else None


def where_parentheses(library, dialect, sql, tokens, chance):
    return around(sql, [(a, b) for kind, role, a, b, _ in library.nodes(dialect, sql)
                        if role == "where" and b > a and not sql[a:b].upper().startswith(b"CURRENT OF") and
                        not sql[:a].rstrip().endswith(b"]")])  # WHERE [ALWAYS_TRUE] a: Impala's hint


def item_parentheses(library, dialect, sql, tokens, chance):
    """Not a.*, nor x.* EXCEPT (y); nor where `(a) year` would be a span of time, nor behind a word of the item's own."""
    real = [t for t in tokens if t.kind not in SKIPPED]
    before = {t.start: sql[b.start:b.end].upper() for b, t in zip(real, real[1:])}
    return around(sql, [(a, b) for kind, role, a, b, parent in library.nodes(dialect, sql)
                        if parent == "select_item" and role == "value" and b > a and b".*" not in sql[a:b] and
                        before.get(a) in (b"SELECT", b"DISTINCT", b"ALL", b",") and kind not in ("star", "named_argument") and
                        not re.match(rb"\s+(year|month|day|hour|minute|second)s?\b", sql[b:], re.I)])


def aliases(library, dialect, sql, tokens, chance):
    """FROM t a ... a.x: a is renamed where every `a` of the text is the alias or stands before a dot."""
    found = {sql[a:b].lower() for kind, role, a, b, parent in library.nodes(dialect, sql)
             if role == "alias" and parent == "source" and re.fullmatch(rb"[A-Za-z_]\w*", sql[a:b])}
    defined = {a for kind, role, a, b, parent in library.nodes(dialect, sql) if role == "alias" and parent == "source"}
    real = [t for t in tokens if t.kind not in SKIPPED]
    text = [sql[t.start:t.end] for t in real] + [b""]
    for i, t in enumerate(real):
        word = text[i].lower()
        if word.strip(b"`\"[]") in found and not (t.start in defined or text[i + 1] == b"." and text[i - 1] != b"."):
            found.discard(word.strip(b"`\"[]"))
        if word in found and text[i - 1].upper() in (b"FROM", b"JOIN", b"INTO", b"TABLE", b"UPDATE", b","):
            found.discard(word)
    names = {t.start: text[i] + b"_zz" for i, t in enumerate(real) if text[i].lower() in found}
    if not names:
        return None
    return joined(sql, tokens, gaps_of(sql, tokens), [names.get(t.start, sql[t.start:t.end]) for t in tokens])


def literals(library, dialect, sql, tokens, chance):
    texts = [sql[t.start:t.end] for t in tokens]
    for i, t in enumerate(tokens):
        if t.kind == "string" and re.fullmatch(rb"'[\w ]*'", texts[i]):
            texts[i] = b"'zz'"
        elif t.kind == "number" and texts[i].isdigit():
            texts[i] = b"7" + texts[i]
    return joined(sql, tokens, gaps_of(sql, tokens), texts)


# name, the function, whether lineage is compared, whether the fingerprint is.
Rewriting = namedtuple("Rewriting", "name make lineage fingerprint")
REWRITINGS = (Rewriting("white space", spaces, True, True), Rewriting("comments", comments, True, True),
              Rewriting("the case of keywords", keyword_case, True, True),
              Rewriting("names of table aliases", aliases, True, False),
              Rewriting("parentheses around conditions", where_parentheses, True, False),
              Rewriting("parentheses around select items", item_parentheses, True, False),
              Rewriting("other literals", literals, False, True))


def same_tokens(library, dialect, before, tokens, after):
    """Whether reformatting left the tokens: a rewriting that did not is at fault itself."""
    def real(sql, found):
        return [(t.kind, sql[t.start:t.end].upper()) for t in found if t.kind not in SKIPPED]
    return real(before, tokens) == real(after, library.tokens(dialect, after))


# ---- Comparing ----


def plain_name(name):
    """Names of unnamed columns hold the expression's text: compared without what a rewriting may change."""
    return re.sub(r"/\*.*?\*/|--[^\n]*\n|[\s()]", "", name, flags=re.S).lower().replace("_zz", "")


def digest(objects):
    """What must stay: a list of lines."""
    lines = []
    for obj in objects:
        lines.append("%s %s" % (obj.get("kind"), obj.get("status")))
        lines += ["source " + source.lower() for source in obj.get("sources", []) if isinstance(source, str)]
        lines += ["target " + json.dumps(t, sort_keys=True).lower() for t in obj.get("targets") or [obj.get("target")] if t
                  and not t.get("partition")]
        lines += ["column " + plain_name(column["name"]) for column in obj.get("columns", [])]
        lines += sorted("%s %s -> %s" % (e["kind"], plain_name(e["source"]), plain_name(e["target"])) +
                        "".join(" %s=%s" % (key, e[key]) for key in ("role", "limit", "aggregate", "quality", "into", "to")
                                if key in e) for e in obj.get("edges", []))
        lines += ["diagnostic " + d["code"] for d in obj.get("diagnostics", [])]
    return lines


def lineage(texts):
    """{number: [objects]} of (number, Text)."""
    groups, found = defaultdict(list), defaultdict(list)
    for number, text in texts:
        groups[text.catalogs].append(json.dumps(dict(text.record, id=str(number)), ensure_ascii=False))
    for catalogs, lines in groups.items():
        arguments = [command(), "lineage", "--input", "jsonl", "--format", "json", "--dialect", "impala"]
        for name in catalogs:
            arguments += ["--catalog", name]
        _, out, _ = run(arguments, "\n".join(lines) + "\n")
        for line in filter(None, out.split("\n")):
            obj = json.loads(line)
            found[int(obj["id"])].append(obj)
    return found


def changed(before, after, rewriting):
    """What the rewriting changed; ""."""
    if rewriting.lineage:
        a, b = digest(before), digest(after)
        if a != b:
            return "\n".join(["- " + line for line in a if line not in b] + ["+ " + line for line in b if line not in a]) or \
                "another order"
    if rewriting.fingerprint:
        a, b = [o.get("fingerprint") for o in before], [o.get("fingerprint") for o in after]
        if a != b:
            return "fingerprints %s become %s" % (a, b)
    return ""


def rewritten(library, rewriting, texts):
    """(number, Text) of what the rewriting makes of each."""
    for number, text in texts:
        sql, dialect = text.record["sql"].encode(), text.record["dialect"]
        tokens = library.tokens(dialect, sql)
        # A zero byte ends a text of ctypes, and a text that never ends swallows what is put behind it.
        if b"\0" in sql or any(t.kind in ("unterminated", "illegal") for t in tokens):
            continue
        made = rewriting.make(library, dialect, sql, tokens, random.Random(number))
        if made is None or made == sql:
            continue
        if rewriting.make in (spaces, comments, keyword_case) and not same_tokens(library, dialect, sql, tokens, made):
            continue
        yield number, text._replace(record=dict(text.record, sql=made.decode()))


def metamorphic(context, most):
    texts = list(enumerate(corpus()))
    if most and len(texts) > most:
        texts = random.Random(7).sample(texts, most)
    library, originals = Library(), None
    for rewriting in REWRITINGS:
        if not context.wanted(rewriting.name):
            continue
        originals = originals or lineage(texts)
        made = list(rewritten(library, rewriting, texts))
        answers, problems = lineage(made), []
        for number, text in made:
            # What does not parse has no structure that rewriting would keep.
            if all(o.get("status") == "ok" or o.get("kind") not in ("UNKNOWN",) and not any(
                    d["code"] in ("syntax_error", "unsupported") for d in o["diagnostics"]) for o in originals[number]):
                problem = changed(originals[number], answers[number], rewriting)
                if problem:
                    problems.append("%s %s\n%s\n%s" % (text.name, text.record["dialect"], text.record["sql"], problem))
        yield Result("%s (%d statements)" % (rewriting.name, len(made)),
                     "" if made and not problems else "%d differ\n%s" % (len(problems), "\n\n".join(problems)))


SUITES = (suite("metamorphic", "rewriting leaves lineage as it is (a sample)", lambda c: metamorphic(c, SAMPLE)),
          suite("metamorphic-long", "all of it", lambda c: metamorphic(c, 0), slow=True))
