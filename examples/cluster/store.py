"""Rows into PostgreSQL, a partition at a time and from every worker at once.

A partition is written in one transaction that first takes away what an earlier try of it wrote: a worker may be lost
before, while or after it writes, and the partition may be done twice, without losing or doubling a row.
"""
import io

import psycopg2

SCHEMA = """
CREATE TABLE IF NOT EXISTS lineage (
    partition int NOT NULL, statement bigint NOT NULL, status text NOT NULL, kind text, source text, target_table text,
    target text, expression text);
CREATE INDEX IF NOT EXISTS lineage_partition ON lineage (partition);
"""


def create(url):
    with psycopg2.connect(url) as connection, connection.cursor() as cursor:
        cursor.execute(SCHEMA)
    connection.close()


def _field(value):
    """A value in COPY's text form."""
    if value is None:
        return "\\N"
    return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def write(url, partition, rows):
    """Replace a partition's rows; how many there are now."""
    text, count = io.StringIO(), 0
    for row in rows:
        text.write("\t".join(map(_field, (partition,) + tuple(row))) + "\n")
        count += 1
    text.seek(0)
    connection = psycopg2.connect(url)
    try:
        with connection, connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", (partition,))  # (two tries of one partition)
            cursor.execute("DELETE FROM lineage WHERE partition = %s", (partition,))
            cursor.copy_expert("COPY lineage FROM STDIN", text)
    finally:
        connection.close()
    return count


def read(url):
    """All rows, without their partitions, in the order of their statements."""
    connection = psycopg2.connect(url)
    try:
        with connection, connection.cursor("rows") as cursor:
            cursor.itersize = 50000
            cursor.execute("SELECT statement, status, kind, source, target_table, target, expression FROM lineage")
            return list(cursor)
    finally:
        connection.close()
