#!/usr/bin/env python3
"""Lineage on a Dask cluster, written to PostgreSQL by the workers.

usage: dask_job.py SCHEDULER POSTGRESQL-URL [STATEMENTS [PER_PARTITION]]

    dask-scheduler &  dask-worker tcp://127.0.0.1:8786 &  dask-worker tcp://127.0.0.1:8786 &
    examples/cluster/dask_job.py tcp://127.0.0.1:8786 postgresql://user@host/db 200000

A partition is described by two numbers (of a file it would be name, offset and length), so that nothing of it is lost with a
worker: Dask gives what a lost one had in hand to the others.
"""
import os
import sys

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]
from distributed import Client, as_completed  # noqa: E402

import partition  # noqa: E402
import store  # noqa: E402


def task(number, first, count, dialect, ddl, url):
    """On a worker: analyse a partition and write it."""
    return number, store.write(url, number, partition.analyse(partition.statements(first, count), dialect, ddl))


def run(client, url, total, size, dialect="hive", progress=lambda done, all: None):
    """The rows of each partition; returns when all are in the database."""
    ddl = client.scatter(partition.warehouse(), broadcast=True)
    parts = [(i, first, min(size, total - first)) for i, first in enumerate(range(0, total, size))]
    futures = [client.submit(task, i, first, count, dialect, ddl, url, pure=False, retries=3) for i, first, count in parts]
    rows = {}
    for future in as_completed(futures):
        number, count = future.result()
        rows[number] = count
        progress(len(rows), len(parts))
    return rows


def main():
    scheduler, url = sys.argv[1:3]
    total = int(sys.argv[3]) if len(sys.argv) > 3 else 200000
    size = int(sys.argv[4]) if len(sys.argv) > 4 else 2000
    store.create(url)
    with Client(scheduler) as client:
        rows = run(client, url, total, size, progress=lambda done, all: print("partition %d of %d" % (done, all), flush=True))
    print("%d rows of %d statements" % (sum(rows.values()), total))


if __name__ == "__main__":
    main()
