"""The function that a cluster runs: an iterator of (id, SQL) in, an iterator of lineage rows out.

It is the same for every engine: Dask maps it over partitions (dask_job.py), Spark calls it in mapPartitions (spark_job.py), and
without a cluster it is called on the whole (single_process).  It keeps nothing between calls but the catalog, which is made once
a process.
"""
import functools

import colline

#: What a row holds.
COLUMNS = ("statement", "status", "kind", "source", "target_table", "target", "expression")


@functools.lru_cache(maxsize=8)
def catalog_of(ddl, dialect):
    """A catalog once a process; what goes over the network is its DDL."""
    return colline.Catalog.from_ddl(ddl, dialect) if ddl else None


def analyse(records, dialect="generic", ddl=""):
    """A row an edge of each (id, SQL); a statement that cannot be read gives one row with its status.

    >>> list(analyse([(7, "INSERT INTO r SELECT a + 1 AS x FROM t")], "hive"))
    [(7, 'ok', 'PROJECT', 't.a', 'r', 'x', 'a + 1')]
    """
    for key, result in colline.lineage_many(records, dialect, catalog_of(ddl, dialect), jobs=1):
        for statement in result:
            if statement.status == "error":
                yield (key, "error", None, None, None, None, None)
            names = [t.name for t in statement.targets] or [None]
            for edge in statement.edges:
                yield (key, statement.status, edge.kind, edge.source, names[edge.into], edge.target, edge.expression)


def single_process(records, dialect, ddl):
    """What the cluster's answer must equal."""
    return list(analyse(records, dialect, ddl))


def statements(first, count):
    """A warehouse's log in small: statements `first` .. of an endless one, each by its number alone."""
    for i in range(first, first + count):
        day, table = i % 365, i % 97
        yield i, (
            "INSERT INTO dw.daily_%d SELECT region, SUM(price * quantity) AS total FROM ods.orders_%d WHERE day = %d GROUP BY region"
            % (table, table, day),
            "INSERT OVERWRITE TABLE dw.wide_%d SELECT o.*, CASE WHEN c.level > %d THEN c.name END AS vip FROM ods.orders_%d o "
            "JOIN ods.customers c ON o.customer = c.id" % (table, day, table),
            "CREATE TABLE tmp.t_%d AS SELECT id, ROW_NUMBER() OVER (PARTITION BY region ORDER BY price) AS place FROM ods.orders_%d"
            % (i, table),
            "WITH q AS (SELECT customer, MAX(price) AS most FROM ods.orders_%d GROUP BY customer) INSERT INTO dw.top_%d "
            "SELECT c.name, q.most FROM q JOIN ods.customers c ON q.customer = c.id WHERE q.most > %d" % (table, table, day),
            "SELEC broken %d" % i,
        )[i % 5 if i % 1000 == 4 else i % 4]


def warehouse():
    """The DDL of the tables that those statements read."""
    return "CREATE TABLE ods.customers (id INT, name STRING, level INT);" + "".join(
        "CREATE TABLE ods.orders_%d (id INT, customer INT, region STRING, price INT, quantity INT, day INT);" % i
        for i in range(97))
