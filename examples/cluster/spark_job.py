"""Lineage on Spark: the partition function in mapPartitions.

    spark-submit --py-files colline-*.whl,examples/cluster/partition.py examples/cluster/spark_job.py LOG OUTPUT

The log is text, a statement a line (or any RDD of (id, SQL)).  The wheel carries the library, so that executors need
nothing installed.  Rows go out as JSON Lines; with a JDBC sink, foreachPartition and store.write() do what dask_job.py does.

`job` needs no more of an RDD than mapPartitions, zipWithIndex and map: the tests run it on a stand-in that has these three
(tests/harness/cluster.py), since Spark itself is no Debian package.
"""
import functools
import json
import sys

import partition


def job(rdd, dialect, ddl):
    """An RDD of (id, SQL) to an RDD of rows."""
    return rdd.mapPartitions(functools.partial(partition.analyse, dialect=dialect, ddl=ddl))


def numbered(lines):
    """An RDD of lines to one of (number, line)."""
    return lines.zipWithIndex().map(lambda pair: (pair[1], pair[0]))


def main():
    from pyspark.sql import SparkSession
    spark = SparkSession.builder.appName("colline").getOrCreate()
    rows = job(numbered(spark.sparkContext.textFile(sys.argv[1])), "hive", partition.warehouse())
    rows.map(lambda row: json.dumps(dict(zip(partition.COLUMNS, row)))).saveAsTextFile(sys.argv[2])


if __name__ == "__main__":
    main()
