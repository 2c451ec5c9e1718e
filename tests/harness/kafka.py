"""`colline ingest --kafka`: exactly once from librdkafka's mock cluster, killed, rebalanced, poisoned, away.

Each consumer of a new group waits three seconds of the mock's for others to join, and one of a group whose last member has left a
session's timeout: tests run side by side, and loads that follow each other are of different groups.
"""
import json
import os
import random
import signal
import socket
import struct
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from .core import Result, command, path, run, suite, using
from .emit import MOCK, Kafka
from .ingest import Following, cut, dump, ingest, killed_at, load, rows
from .postgres import Postgres, binaries

# Members that are gone are noticed soon.
SOON = ("--kafka-option", "session.timeout.ms=3000", "--kafka-option", "heartbeat.interval.ms=200")


def record(number, **more):
    """No id: nothing but the position keeps it from being counted twice."""
    return json.dumps(dict({"sql": "insert into dw.t%d select a from dw.s%d where b = %d" % (number % 5, number % 7, number),
                            "dialect": "hive", "time": 1700000000000 + number}, **more))


def fill(kafka, topic, first, last, partitions=3):
    for number in range(first, last):
        kafka.process.stdin.write("%s%d %s\n" % ("" if number > first else "fill %s\n" % topic, number % partitions, record(number)))
    kafka.ask(".")


def of(kafka, topic, *more, group="lineage"):
    return ("--kafka", kafka.brokers, "--topic", topic, "--group", group) + more


def runs(store):
    return int(rows(store, "SELECT coalesce(sum(count), 0) FROM runs")[0][0])


def positions(store):
    return sum(int(r[0]) for r in rows(store, "SELECT p.place FROM positions p WHERE p.source LIKE 'kafka:%' AND p.sequence ="
                                              " (SELECT max(q.sequence) FROM positions q WHERE q.source = p.source)"))


def equal(**pairs):
    return "\n".join("%s: %r, expected %r" % (name, got, wanted) for name, (got, wanted) in pairs.items() if got != wanted)


def until(what, wanted, seconds=60):
    """Wait until the function gives that."""
    deadline = time.monotonic() + seconds
    got = None
    while time.monotonic() < deadline:
        try:
            got = what()
        except Exception as error:  # the store is not there yet
            got = error
        if got == wanted:
            return ""
        time.sleep(0.05)
    return "%r, expected %r" % (got, wanted)


# ---- Reading ----


def like_files(kafka, folder):
    """Three partitions are what a file of the same records is; another load finds nothing new, then only what is new."""
    store, file = folder + "/a.db", folder + "/all.jsonl"
    kafka.ask("create like 3")
    fill(kafka, "like", 0, 500)
    problem = load(store, *of(kafka, "like"))
    with open(file, "w") as out:
        out.write("".join(record(i) + "\n" for i in range(500)))
    problem = problem or load(folder + "/b.db", file) or equal(store=(dump(store, "", False), dump(folder + "/b.db", "", False)))
    before = dump(store)
    problem = problem or load(store, *of(kafka, "like", group="again")) or equal(again=(dump(store), before))
    fill(kafka, "like", 500, 600)
    problem = problem or load(store, *of(kafka, "like", group="another")) or equal(runs=(runs(store), 600))
    return problem or equal(group=(kafka.ask("committed another like 1"), ["200"]))


def messages(kafka, folder):
    """Tombstones, empty and broken messages stop nothing; what cannot be read is kept with its place, the same bytes twice, too."""
    store = folder + "/a.db"
    kafka.ask("create odd 1")
    kafka.ask("write odd 0 " + record(1))
    kafka.ask("null odd 0")
    kafka.ask("write odd 0 ")
    for bad in ('{"sql":"insert into t sel', "no json", "no json", '{"no":"sql"}', '{"sql":"select 1","dialect":"klingon"}', "\xff\xfe"):
        kafka.ask("write odd 0 " + bad)
    kafka.ask("write odd 0 " + json.dumps({"sql": "selec nothing ((", "dialect": "hive"}))
    kafka.ask("write odd 0 " + record(2))
    problem = load(store, *of(kafka, "odd"))
    found = sorted(r[0] for r in rows(store, "SELECT message FROM failures WHERE code = 'bad_record'"))
    wanted = ["topic odd, partition 0, offset %d: %s" % (at, what) for at, what in (
        (3, "no JSON object"), (4, "no JSON object"), (5, "no JSON object"), (6, 'a record without "sql"'),
        (7, "a dialect that nobody knows"), (8, "no JSON object"))]
    problem = problem or equal(failures=(found, wanted), place=(positions(store), 11),
                               others=(rows(store, "SELECT count(*) FROM failures WHERE code <> 'bad_record'"), [["1"]]),
                               edges=(rows(store, "SELECT count(*) FROM lineage WHERE type = 'DIRECT'"), [["2"]]))
    status, out, err = run([command(), "failures", "retry", "--store", store])
    return problem or equal(retried=((status, out), (0, "0 of 1 are read now\n")), kept=(rows(
        store, "SELECT count(*) FROM failures WHERE state = 0"), [["7"]]))


def formats(kafka, folder):
    """A message is a record of any reader, or lines of them, or a file of SQL."""
    problem = ""
    for name, format in (("impala-audit.log", "impala-audit"), ("doris-audit.log", "doris-audit"), ("mysql-general.log", "mysql-general")):
        store, topic = folder + "/%s.db" % format, "f-" + format
        kafka.ask("create %s 1" % topic)
        with open(path("tests/ingest", name)) as lines:
            kafka.ask("fill %s\n%s." % (topic, "".join("0 " + line for line in lines)))
        problem = problem or load(store, *of(kafka, topic, "--format", format, group=format)) or load(folder + "/file.db", "--format", format, path("tests/ingest", name))
        if format == "impala-audit":
            problem = problem or equal(**{format: ([line for line in dump(store) if "bad_record" not in line], dump(folder + "/file.db"))})
        problem = problem or ("" if rows(store, "SELECT 1 FROM lineage") else format + ": no lineage")
    kafka.ask("create f-sql 1")
    kafka.ask("write f-sql 0 USE dw; INSERT INTO r SELECT x FROM t;")
    problem = problem or load(folder + "/sql.db", *of(kafka, "f-sql", "--format", "sql", "--dialect", "hive"))
    return problem or equal(sql=(rows(folder + "/sql.db", "SELECT source_db, source_table FROM lineage WHERE type = 'DIRECT'"), [["dw", "t"]]))


def sessions(kafka, folder):
    """What a session did in one partition is known in the next load, and nobody else's."""
    store = folder + "/a.db"
    kafka.ask("create s 2")
    kafka.ask("write s 0 " + json.dumps({"sql": "use dw", "dialect": "hive", "session": "x"}))
    kafka.ask("write s 0 " + json.dumps({"sql": "create temporary table tmp as select a from s", "dialect": "hive", "session": "x"}))
    problem = load(store, *of(kafka, "s"))
    kafka.ask("write s 0 " + json.dumps({"sql": "insert into t select a from tmp", "dialect": "hive", "session": "x"}))
    kafka.ask("write s 1 " + json.dumps({"sql": "insert into u select a from tmp", "dialect": "hive", "session": "x"}))
    problem = problem or load(store, *of(kafka, "s", group="b"))
    return problem or equal(edges=(sorted(rows(store, "SELECT source_db, source_table, target_db, target_table FROM lineage"
                                               " WHERE type = 'DIRECT'")), [["", "tmp", "", "u"], ["dw", "s", "dw", "t"]]))


def options(kafka, folder):
    """What makes no sense is told, and nothing is read."""
    problem = ""
    for arguments, said in ((("--kafka", "x:1"), "--topic"), (("--topic", "t"), "--kafka"), (of(kafka, "t", "file.log"), "files"),
                            (of(kafka, "t", "--kafka-option", "no.such.thing=1"), "no.such.thing"),
                            (of(kafka, "t", "--kafka-option", "group.id=1"), "sets it itself"),
                            (of(kafka, "t", "--kafka-option", "auto.offset.reset=error"), "earliest or latest")):
        status, out, err = ingest("--store", folder + "/x.db", *arguments)
        problem = problem or ("" if status == 2 and said in err else "%s: exit status %d: %s" % (arguments, status, err))
    return problem


def latest(kafka, folder):
    """A partition of which the store knows nothing is read from its end, if so told; from then on the store knows."""
    store, more = folder + "/a.db", ("--kafka-option", "auto.offset.reset=latest")
    kafka.ask("create late 1")
    fill(kafka, "late", 0, 10, 1)
    problem = load(store, *of(kafka, "late", *more)) or equal(none=(runs(store), 0))
    fill(kafka, "late", 10, 15, 1)
    return problem or load(store, *of(kafka, "late", *more, group="b")) or equal(runs=(runs(store), 5))


def drop_batch(kafka, folder):
    store = folder + "/a.db"
    kafka.ask("create b 2")
    fill(kafka, "b", 0, 50, 2)
    problem = load(store, "--batch", "day", *of(kafka, "b"))
    before = dump(store, "", False)
    status, _, err = run([command(), "store", "drop-batch", "day", "--store", store])
    problem = problem or ("" if status == 0 else err) or equal(dropped=(runs(store), 0)) or load(store, "--batch", "day", *of(kafka, "b", group="again"))
    return problem or equal(again=(dump(store, "", False), before))


# ---- Offsets that are not there ----


def varint(number):
    number, out = number << 1, b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def compacted(brokers, topic, texts):
    """Produce, as a broker keeps them after compaction, one batch of records {offset delta: text} (Kafka's protocol by hand)."""
    records = b""
    for delta, text in sorted(texts.items()):
        body = b"\0" + varint(0) + varint(delta) + b"\x01" + varint(len(text)) + text.encode() + varint(0)
        records += varint(len(body)) + body
    last = max(texts)
    head = struct.pack(">hiqqqhii", 0, last, 1700000000000, 1700000000000, -1, -1, -1, last + 1)
    batch = struct.pack(">qiib", 0, 4 + 1 + 4 + len(head) + len(records), 0, 2) + b"\0\0\0\0" + head + records
    name = topic.encode()
    body = struct.pack(">hhi", -1, 1, 10000) + struct.pack(">ih", 1, len(name)) + name + struct.pack(">iii", 1, 0, len(batch)) + batch
    request = struct.pack(">hhih", 0, 3, 1, 1) + b"t" + body
    with socket.create_connection(brokers.split(",")[0].split(":"), timeout=10) as s:
        s.sendall(struct.pack(">i", len(request)) + request)
        size = struct.unpack(">i", s.recv(4, socket.MSG_WAITALL))[0]
        answer = s.recv(size, socket.MSG_WAITALL)
    at = 4 + 4 + 2 + len(name) + 4 + 4
    return struct.unpack(">h", answer[at:at + 2])[0]


def gaps(kafka, folder):
    """A compacted topic: offsets 0, 5 and 9 are all there is of ten; a load goes on behind them."""
    store = folder + "/a.db"
    kafka.ask("create gap 1")
    error = compacted(kafka.brokers, "gap", {0: record(0), 5: record(5), 9: record(9)})
    problem = equal(produced=(error, 0)) or load(store, *of(kafka, "gap")) or equal(runs=(runs(store), 3), place=(positions(store), 10))
    fill(kafka, "gap", 10, 14, 1)
    return problem or load(store, *of(kafka, "gap", group="b")) or equal(runs=(runs(store), 7), place=(positions(store), 14))


def deleted(kafka, folder):
    """What the broker has deleted meanwhile (the mock keeps 5 MB) is told, and the rest is read."""
    store = folder + "/a.db"
    kafka.ask("create old 1")
    fill(kafka, "old", 0, 10, 1)
    problem = load(store, *of(kafka, "old"))
    for i in range(8):
        kafka.ask("write old 0 " + json.dumps({"sql": "insert into t select a from s -- " + "x" * 900000, "dialect": "hive"}))
    status, _, err = ingest("--quiet", "--store", store, *of(kafka, "old", group="b"))
    return problem or equal(status=(status, 0), told=("were deleted before they were read" in err, True), place=(positions(store), 18),
                            some=(10 < runs(store) < 18, True))


# ---- Exactly once ----


def two_at_once(kafka, where, topic, stop, more=()):
    """Two consumers of one group read into one store; one of them ends in the middle, and the other takes its partitions over."""
    kafka.ask("create %s 4" % topic)
    fill(kafka, topic, 0, 2000, 4)
    more = SOON + tuple(more)
    with Following(where, *of(kafka, topic, *more, group=topic)) as first:
        problem = until(lambda: runs(where) > 0, True)
        with Following(where, *of(kafka, topic, *more, group=topic)) as second:
            for i in range(2000, 12000, 1000):
                fill(kafka, topic, i, i + 1000, 4)
                if i == 6000:
                    problem = problem or first.stop(stop)
            problem = problem or until(lambda: (runs(where), positions(where)), (12000, 12000), 90)
            problem = problem or second.stop()
    return problem or equal(runs=(runs(where), 12000))


def rebalance(kafka, folder):
    return two_at_once(kafka, folder + "/a.db", "two", signal.SIGTERM)


def rebalance_kill(kafka, folder):
    return two_at_once(kafka, folder + "/a.db", "two-kill", signal.SIGKILL)


def cooperative(kafka, folder):
    return two_at_once(kafka, folder + "/a.db", "two-coop", signal.SIGTERM,
                       ("--kafka-option", "partition.assignment.strategy=cooperative-sticky"))


def come_and_go(kafka, folder):
    """Consumers that end where the partitions end, one after the other and beside each other."""
    store = folder + "/a.db"
    kafka.ask("create go 4")
    fill(kafka, "go", 0, 3000, 4)
    with ThreadPoolExecutor(3) as pool:
        done = list(pool.map(lambda _: load(store, *of(kafka, "go", *SOON, "--commit", "100", group="go")), range(3)))
    return "\n".join(filter(None, done)) or equal(runs=(runs(store), 3000), place=(positions(store), 3000))


def asleep(kafka, folder):
    """A consumer that was stopped for so long that its partitions are another's does not know it when it wakes: what it has read and
    not committed is not committed again."""
    store = folder + "/a.db"
    kafka.ask("create zzz 2")
    with Following(store, *of(kafka, "zzz", *SOON, group="zzz")) as first:
        fill(kafka, "zzz", 0, 400, 2)
        problem = until(lambda: runs(store), 400)
        first.process.send_signal(signal.SIGSTOP)
        fill(kafka, "zzz", 400, 1000, 2)
        with Following(store, *of(kafka, "zzz", *SOON, group="zzz")) as second:
            problem = problem or until(lambda: runs(store), 1000)
            first.process.send_signal(signal.SIGCONT)
            fill(kafka, "zzz", 1000, 1500, 2)
            problem = problem or until(lambda: runs(store), 1500)
            time.sleep(1)
            problem = problem or first.stop() or second.stop()
    return problem or equal(runs=(runs(store), 1500), place=(positions(store), 1500))


def others_in_the_store(kafka, folder):
    """Two groups read one topic into one store at once: each record counts once, whichever comes first."""
    store = folder + "/a.db"
    kafka.ask("create both 2")
    fill(kafka, "both", 0, 4000, 2)
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda group: load(store, *of(kafka, "both", "--commit", "50", group=group)), ("g1", "g2")))
    return "\n".join(filter(None, done)) or equal(runs=(runs(store), 4000), place=(positions(store), 4000))


def kill_until_done(kafka, store, chance, reach, calm):
    """A load that is killed at a write again and again, each time in a group of its own (a group waits for its dead)."""
    kills = 0
    while not killed_at(chance.randrange(1, reach) + kills * 12, store, of(kafka, "kill", "--commit", "60", group="%d-%d" % (
            chance.randrange(1000000), kills))):
        kills += 1
        if kills > 60:
            raise RuntimeError("no end after %d kills" % kills)
    return kills, equal(runs=(runs(store), 600)) or equal(store=(dump(store, "", False), calm))


def killed(on_postgres):
    """Loads of 600 records in batches of 60 that are killed at any write, side by side: how often, and what is wrong."""
    with Kafka() as kafka, tempfile.TemporaryDirectory(prefix="colline-kafka-") as folder, ThreadPoolExecutor(10) as pool:
        kafka.ask("create kill 3")
        fill(kafka, "kill", 0, 600)
        problem = load(folder + "/calm.db", *of(kafka, "kill", group="calm"))
        calm = dump(folder + "/calm.db", "", False)
        if on_postgres:
            with Postgres() as server:
                done = [kill_until_done(kafka, server.url(), random.Random(1), 200, calm)]
        else:
            done = list(pool.map(lambda i: kill_until_done(kafka, folder + "/%d.db" % i, random.Random(i), 60, calm), range(10)))
    return sum(k for k, _ in done), problem or "\n".join(sorted({p for _, p in done if p})[:1])


# ---- Brokers that are away ----


def away(kafka, folder):
    """(A cluster of its own.)"""
    with Kafka() as own:
        store = folder + "/a.db"
        own.ask("create a 1")
        fill(own, "a", 0, 20, 1)
        own.ask("down")
        status, _, err = ingest("--quiet", "--store", store, *of(own, "a", "--kafka-timeout", "2"), timeout=60)
        problem = equal(status=(status, 2), told=("no broker has answered for 2 seconds" in err, True), why=("trying again" in err, True))
        with Following(store, *of(own, "a", *SOON)) as follower:
            time.sleep(1)
            own.ask("up")
            problem = problem or until(lambda: runs(store), 20)
            own.ask("down")
            time.sleep(1)
            own.ask("up")
            fill(own, "a", 20, 30, 1)
            problem = problem or until(lambda: runs(store), 30) or follower.stop()
    return problem


def refused(kafka, folder):
    """A topic that may not be read: told, and the end; a load that follows waits until it may."""
    store = folder + "/a.db"
    kafka.ask("create no 1")
    fill(kafka, "no", 0, 10, 1)
    kafka.ask("refuse no")
    status, _, err = ingest("--quiet", "--store", store, *of(kafka, "no"), timeout=60)
    problem = equal(status=(status, 2), told=("authorization" in err.lower() and "no" in err, True))
    with Following(store, *of(kafka, "no", "--kafka-option", "topic.metadata.refresh.interval.ms=500", group="b")) as follower:
        time.sleep(5)
        kafka.ask("allow no")
        problem = problem or until(lambda: runs(store), 10) or follower.stop()
    return problem or equal(once=(follower.text().lower().count("authorization"), 1))


def store_away(kafka, folder):
    """A store whose connections are cut, and whose server goes away, also while a partition changes hands: waited for, nothing lost
    or doubled."""
    kafka.ask("create gone 3")
    fill(kafka, "gone", 0, 100)
    with Postgres() as server, Following(server.url(), *of(kafka, "gone", *SOON)) as follower, \
            Following(server.url(), *of(kafka, "gone", *SOON)) as other:
        problem = until(lambda: runs(server.url()), 100)
        for first in range(100, 220, 20):
            fill(kafka, "gone", first, first + 20)
            cut(server)
        problem = problem or until(lambda: runs(server.url()), 220)
        server.stop()
        other.stop(signal.SIGKILL)
        time.sleep(8)  # the session of the one that was killed is over: its partitions are the other's
        fill(kafka, "gone", 220, 300)
        server.start()
        problem = problem or until(lambda: runs(server.url()), 300)
        ended = follower.stop()
        problem = problem + "\n" + follower.text() if problem else ended
        said = [line for line in follower.text().splitlines() if not line.endswith("; it is waited for")]
        problem = problem or load(folder + "/calm.db", *of(kafka, "gone", group="calm"))
        return problem or equal(said=(said, []), waited=("it is waited for" in follower.text(), True), place=(positions(server.url()), 300),
                                store=(dump(server.url(), "", False), dump(folder + "/calm.db", "", False)))


TESTS = (like_files, messages, formats, sessions, options, latest, drop_batch, gaps, deleted, rebalance, rebalance_kill, cooperative, come_and_go,
         asleep, others_in_the_store, away, refused) + ((store_away,) if binaries() else ())


def guarded(test):
    """In a cluster and a folder of its own."""
    try:
        with Kafka() as kafka, tempfile.TemporaryDirectory(prefix="colline-kafka-") as folder:
            return Result(test.__name__.replace("_", " "), test(kafka, folder))
    except Exception as error:
        return Result(test.__name__.replace("_", " "), "%s: %s" % (type(error).__name__, error))


def rebalance_postgres():
    try:
        with Postgres() as server, Kafka() as kafka:
            return Result("rebalance (PostgreSQL)", two_at_once(kafka, server.url(), "pg", signal.SIGKILL))
    except Exception as error:
        return Result("rebalance (PostgreSQL)", "%s: %s" % (type(error).__name__, error))


def killed_result(on_postgres):
    name = "PostgreSQL" if on_postgres else "SQLite"
    try:
        kills, problem = killed(on_postgres)
        return Result("killed loads (%s, %d kills)" % (name, kills), problem)
    except Exception as error:
        return Result("killed loads (%s)" % name, "%s: %s" % (type(error).__name__, error))


def run_sanitized(context):
    """(Threads of the pool have the variant, too: it is the process's.)"""
    if not os.path.exists(MOCK):
        yield Result("kafka", "", "librdkafka was not found")
        return
    with using("asan"), ThreadPoolExecutor(4) as pool:
        yield from pool.map(guarded, [test for test in TESTS if context.wanted(test.__name__)])


def run_all(context):
    """Side by side: most of the time they wait."""
    if not os.path.exists(MOCK):
        yield Result("kafka", "", "librdkafka was not found")
        return
    jobs = [lambda t=test: guarded(t) for test in TESTS if context.wanted(test.__name__)]
    if context.wanted("killed loads"):
        jobs += [lambda: killed_result(False)] + ([lambda: killed_result(True)] if binaries() else [])
    if context.wanted("rebalance (PostgreSQL)") and binaries():
        jobs.append(rebalance_postgres)
    with ThreadPoolExecutor(len(jobs) or 1) as pool:
        yield from pool.map(lambda job: job(), reversed(jobs))


SUITES = (suite("kafka", "colline ingest --kafka: exactly once, killed, rebalanced, poisoned, away", run_all),
          suite("kafka-asan", "the same without kills, sanitized", run_sanitized, slow=True))
