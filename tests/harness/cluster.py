"""examples/cluster: Dask with two workers, one of which is killed in the middle; and Spark's job on a stand-in."""
import os
import shutil
import tempfile

from .core import environment, path, run, suite, Result
from .postgres import Postgres, binaries

PYTHON = "/usr/bin/python3"

# Runs in the system's python, which has Debian's distributed and psycopg2.
DRIVER = """
import os, signal, subprocess, sys, time
sys.path[:0] = [sys.argv[1], sys.argv[2]]
import dask_job, partition, store
from distributed import Client
url, total, size = sys.argv[3], int(sys.argv[4]), int(sys.argv[5])

def start(*arguments):
    return subprocess.Popen([sys.executable, "-m"] + list(arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

def address(file):
    for _ in range(600):
        if os.path.exists(file) and os.path.getsize(file):
            return file
        time.sleep(0.1)
    raise SystemExit("no scheduler")

def main():
    folder = sys.argv[6]
    file = os.path.join(folder, "scheduler.json")
    processes = [start("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1", "--scheduler-file", file)]
    try:
        address(file)
        for i in range(2):
            processes.append(start("distributed.cli.dask_worker", "--scheduler-file", file, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                                   "--local-directory", os.path.join(folder, "w%d" % i), "--host", "127.0.0.1"))
        store.create(url)
        with Client(scheduler_file=file, timeout=60) as client:
            client.wait_for_workers(2, timeout=120)
            killed = []
            def progress(done, all):
                if done >= all // 3 and not killed:
                    killed.append(done)
                    processes[1].send_signal(signal.SIGKILL)
            begin = time.monotonic()
            rows = dask_job.run(client, url, total, size, progress=progress)
            took = time.monotonic() - begin
        assert killed and processes[1].wait(30) == -signal.SIGKILL, "no worker was killed"
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.wait()
    expected = partition.single_process(partition.statements(0, total), "hive", partition.warehouse())
    key = lambda row: tuple("" if v is None else str(v) for v in row)
    got = sorted(store.read(url), key=key)
    assert len(expected) > total, len(expected)
    assert sum(rows.values()) == len(got), (sum(rows.values()), len(got))
    assert got == sorted(expected, key=key), "the rows differ from those of a single process"
    print("%d rows of %d statements in %.1f s, a worker killed after partition %d" % (len(got), total, took, killed[0]))

main()
"""

SPARK = """
import sys
sys.path[:0] = [sys.argv[1], sys.argv[2]]
import partition, spark_job

class Rdd:
    "As much of an RDD as the job uses: partitions, lazily mapped."
    def __init__(self, partitions):
        self.partitions = partitions
    def mapPartitions(self, function):
        return Rdd([lambda p=p: function(p()) for p in self.partitions])
    def map(self, function):
        return self.mapPartitions(lambda items: map(function, items))
    def zipWithIndex(self):
        sizes = [sum(1 for _ in p()) for p in self.partitions]
        return Rdd([lambda p=p, at=sum(sizes[:i]): ((x, at + n) for n, x in enumerate(p())) for i, p in enumerate(self.partitions)])
    def collect(self):
        return [x for p in self.partitions for x in p()]

texts = [sql for _, sql in partition.statements(0, 1000)]
rdd = Rdd([lambda a=a: iter(texts[a:a + 130]) for a in range(0, 1000, 130)])
got = spark_job.job(spark_job.numbered(rdd), "hive", partition.warehouse()).collect()
assert got == partition.single_process(partition.statements(0, 1000), "hive", partition.warehouse())
assert len(got) > 2000
print(len(got), "rows")
"""


def missing():
    if not os.path.exists(PYTHON) or run([PYTHON, "-c", "import distributed, psycopg2"])[0] != 0:
        return "python3-distributed or python3-psycopg2 is not installed"
    return "" if binaries() else "PostgreSQL is not installed"


def driven(total, size):
    folder = tempfile.mkdtemp(prefix="colline-cluster-")
    try:
        with Postgres() as server:
            env = dict(environment(), PYTHONPATH=":".join([path("bindings/python"), path("examples/cluster")]))
            status, out, err = run([PYTHON, "-c", DRIVER, path("bindings/python"), path("examples/cluster"), server.url(), str(total),
                                    str(size), folder], timeout=1800, env=env)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if status == 0 and os.environ.get("COLLINE_SHOW"):
        print(out)
    return "" if status == 0 else "exit status %d\n%s%s" % (status, out, err[-3000:])


def run_dask(context, total, size):
    why = missing()
    name = "cluster: Dask, %d statements, a worker killed in the middle" % total
    if context.wanted(name):
        yield Result(name, "" if why else driven(total, size), why)


def run_all(context):
    yield from run_dask(context, 6000, 300)
    if context.wanted("cluster: Spark's job on a stand-in"):
        status, out, err = run([PYTHON if os.path.exists(PYTHON) else "python3", "-c", SPARK, path("bindings/python"), path("examples/cluster")])
        yield Result("cluster: Spark's job on a stand-in", "" if status == 0 else out + err[-3000:])


SUITES = (suite("cluster", "examples/cluster", run_all),
          suite("cluster-long", "examples/cluster with 200,000 statements", lambda context: run_dask(context, 200000, 2000), slow=True))
