"""Texts of one cache key have one lineage: where other literals leave a statement's key as it is, the answer may not change.

Each literal of each statement of the conformance suites (of tests/cases where those are not beside the checkout) is
tried alone; all that leave the key are then exchanged at once, and the two texts' lineage is compared.
"""
import ctypes
import random
import re

from .core import Result, suite
from .metamorphic import Library, Options, corpus, digest, lineage


def key(library, record, sql):
    options = Options()
    options.size, options.dialect = ctypes.sizeof(options), library.dialect(record["dialect"])
    return library.lib.colline_cache_key(ctypes.byref(options), sql, ctypes.c_size_t(len(sql)), ctypes.c_uint64(7))


def other(text, chance):
    """Another literal in place of this one, or None."""
    if re.fullmatch(rb"'[^'\\]*'", text):
        return chance.choice([b"'zz'", b"'insert into q select a from p'", b"''", b"'1'"])
    if re.fullmatch(rb'"[^"\\]*"', text):
        return b'"zz"'
    if re.fullmatch(rb"[0-9]+", text):
        return chance.choice([b"9" + text, b"2", b"1.5", b"0"])
    return None


def exchanged(sql, at):
    out, last = [], 0
    for start, end in sorted(at):
        out += [sql[last:start], at[start, end]]
        last = end
    return b"".join(out) + sql[last:]


def variant(library, text, number):
    """(the text with other literals and the same key, how many there are, how many might have been)."""
    sql, chance, free, tried = text.record["sql"].encode(), random.Random(number), {}, 0
    if b"\0" in sql:
        return None, 0, 0
    kept = key(library, text.record, sql)
    for token in library.tokens(text.record["dialect"], sql):
        made = other(sql[token.start:token.end], chance) if token.kind in ("string", "number") else None
        if made is None or made == sql[token.start:token.end]:
            continue
        tried += 1
        if key(library, text.record, sql[:token.start] + made + sql[token.end:]) == kept:
            free[token.start, token.end] = made
    made = exchanged(sql, free)
    if free and key(library, text.record, made) != kept:
        return None, 0, tried
    return text._replace(record=dict(text.record, sql=made.decode())) if free else None, len(free), tried


def run_keys(context, most):
    if not context.wanted("cache keys"):
        return
    library = Library()
    library.lib.colline_cache_key.restype = ctypes.c_uint64
    texts = list(enumerate(corpus()))
    if most and len(texts) > most:
        texts = random.Random(11).sample(texts, most)
    made, free, tried = [], 0, 0
    for number, text in texts:
        changed, count, all_of_it = variant(library, text, number)
        free, tried = free + count, tried + all_of_it
        if changed is not None:
            made.append((number, changed))
    chosen = {number for number, _ in made}
    before, after = lineage([t for t in texts if t[0] in chosen]), lineage(made)
    problems = []
    for number, text in made:
        a, b = digest(before[number]), digest(after[number])
        if a != b:
            problems.append("%s %s\n%s\n%s" % (text.name, text.record["dialect"], text.record["sql"], "\n".join(
                ["- " + line for line in a if line not in b] + ["+ " + line for line in b if line not in a])))
    name = "cache keys (%d statements, %d of %d literals do not count)" % (len(made), free, tried)
    few = "" if len(made) * 20 > len(texts) and free * 10 > tried else "too few literals are left out"
    yield Result(name, few or ("%d differ\n%s" % (len(problems), "\n\n".join(problems)) if problems else ""))


SUITES = (suite("cache-keys", "texts of one cache key have one lineage (a sample)", lambda c: run_keys(c, 6000)),
          suite("cache-keys-long", "all of it", lambda c: run_keys(c, 0), slow=True))
