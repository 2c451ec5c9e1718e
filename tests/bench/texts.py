"""The texts that the benchmark reads: queries of the tree, statements of the suites beside the checkout, made ones.

Each is (name, dialect, catalog or None, file, bytes to repeat it to, rounds).
"""
import gzip
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SUITES = os.path.join(os.path.dirname(ROOT), "shared", "conformance")
MADE = os.path.join(ROOT, "build", "bench")

TABLES = ["customer", "orders", "item", "store", "account", "payment", "session", "device"]


def oltp():
    """Short statements, as an application sends them."""
    for i in range(2000):
        table, other = TABLES[i % 8], TABLES[(i * 5 + 3) % 8]
        yield ["SELECT * FROM %s WHERE id = %d" % (table, i),
               "SELECT id, name, state FROM %s WHERE owner_id = %d AND state <> 'x' ORDER BY id LIMIT 20" % (table, i),
               "INSERT INTO %s (id, name, amount) VALUES (%d, 'n%d', %d.50)" % (table, i, i, i),
               "UPDATE %s SET amount = amount - %d WHERE id = %d" % (table, i % 90, i),
               "SELECT a.id, b.name FROM %s a JOIN %s b ON b.id = a.%s_id WHERE a.id = %d" % (table, other, other, i),
               "SELECT COUNT(*) FROM %s WHERE created > '2024-01-%02d'" % (table, i % 28 + 1),
               "DELETE FROM %s WHERE id = %d" % (table, i)][i % 7] + ";\n"


def etl():
    """What fills tables, as Hive's own tests have it."""
    with gzip.open(os.path.join(SUITES, "hive", "statements.jsonl.gz"), "rt", encoding="utf-8") as lines:
        for line in lines:
            sql = json.loads(line)["sql"]
            head = sql.lstrip().lower()
            if head.startswith("insert ") or " as select" in head or " as\nselect" in head:
                yield sql.rstrip().rstrip(";") + ";\n"


def one_statement(size):
    """One INSERT of about that many bytes: branches of a UNION ALL with joins, conditions, functions and CASE."""
    yield "INSERT INTO target SELECT * FROM (\n"
    written, branch = 0, 0
    while written < size:
        text = ("SELECT a.id, UPPER(TRIM(a.name)) AS name, a.amount * b.rate + %d AS total, "
                "CASE WHEN b.kind = 'k%d' THEN a.x ELSE COALESCE(b.y, 0) END AS chosen\n"
                "FROM source_%d a JOIN rates b ON a.currency = b.currency AND a.day >= b.day\n"
                "WHERE a.day = '2024-01-01' AND a.amount > %d\n" % (branch, branch % 50, branch % 1000, branch))
        text = ("UNION ALL " if branch else "") + text
        written += len(text)
        branch += 1
        yield text
    yield ") q;\n"


def cte_chain(depth=40):
    yield "WITH c0 AS (SELECT a, b FROM t)"
    for i in range(1, depth + 1):
        yield (",\nc%d AS (SELECT l.a + r.b AS a, r.a - l.b AS b FROM c%d l JOIN c%d r ON l.a = r.b)" % (i, i - 1, i - 1))
    yield "\nSELECT * FROM c%d;\n" % depth


def star_catalog(columns=10000):
    yield "CREATE TABLE wide (%s);\n" % ", ".join("column_%d INT" % i for i in range(columns))


def star_levels(levels=20):
    yield "SELECT * FROM (" * levels + "SELECT * FROM wide" + ") q" * levels + ";\n"


def write(name, parts):
    path = os.path.join(MADE, name)
    os.makedirs(MADE, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(parts)
    return path


def texts(quick):
    queries = [os.path.join(HERE, "corpus", name) for name in ("tpcds.sql", "tpch.sql")]
    repeat = 4 << 20
    yield "tpcds", "impala", os.path.join(HERE, "catalog.sql"), queries, repeat, 7
    yield "oltp", "mysql", None, [write("oltp.sql", oltp())], repeat, 7
    if os.path.isdir(SUITES):
        yield "etl", "hive", None, [write("etl.sql", etl())], repeat, 5
    for megabytes in (0.1, 1, 10) if quick else (0.1, 1, 10, 100):
        path = write("one_%g_mb.sql" % megabytes, one_statement(int(megabytes * 1e6)))
        yield "one %g MB" % megabytes, "impala", None, [path], 0, 9 if megabytes <= 1 else 3 if megabytes <= 10 else 1
    yield "40 CTEs", "impala", None, [write("cte_chain.sql", cte_chain())], 1 << 20, 5
    yield ("10,000 columns", "impala", write("star_catalog.sql", star_catalog()), [write("star.sql", star_levels())], 0, 9)


def statements():
    """The queries of the tree, one by one, without comments: what the peers read."""
    for name in ("tpcds.sql", "tpch.sql"):
        with open(os.path.join(HERE, "corpus", name), encoding="utf-8") as file:
            lines = [line for line in file if not line.lstrip().startswith("--")]
        for text in "".join(lines).split(";\n"):
            if text.strip() and not text.strip().lower().startswith("use "):
                yield text.strip()
