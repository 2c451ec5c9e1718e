"""`colline emit`: OpenLineage events to files, to an HTTP server of the test's own, and to librdkafka's mock cluster."""
import json
import os
import signal
import subprocess
import tempfile
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

from .core import BUILD, Result, command, environment, run, suite, using

MOCK = os.path.join(BUILD, "tests", "tools", "kafka_mock")


def event(number):
    return json.dumps({"eventTime": "2026-01-01T00:00:00Z", "producer": "urn:test", "schemaURL": "https://example.com/x",
                       "run": {"runId": "00000000-0000-4000-8000-%012d" % number},
                       "job": {"namespace": "n", "name": "job%d" % (number % 3)}, "number": number}, separators=(",", ":"))


def lines(*numbers):
    return "".join(event(n) + "\n" for n in numbers)


def emit(to, data="", *more, timeout=120):
    return run([command(), "emit", "--to", to] + list(more), data, timeout=timeout)


def numbers(texts):
    return [json.loads(t)["number"] for t in texts]


class Server:
    """Answers each POST with what `answer(count)` says, and keeps the bodies of those that it took."""

    def __init__(self, answer=lambda count: 201, port=0):
        server = self
        self.taken, self.headers, self.count, self.answer = [], [], 0, answer

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                status = server.answer(server.count)
                server.count += 1
                if status < 300:
                    server.taken.append(body)
                    server.headers.append(dict(self.headers))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.http = HTTPServer(("127.0.0.1", port), Handler)
        self.http.handle_error = lambda *_: None  # (a client that was killed)
        self.port = self.http.server_address[1]
        self.thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()

    @property
    def url(self):
        return "http://127.0.0.1:%d/api/v1/lineage" % self.port


def closed_url():
    """An endpoint where nobody listens."""
    with Server() as server:
        return server.url


@contextmanager
def folder():
    with tempfile.TemporaryDirectory(prefix="colline-emit-") as name:
        yield name


def expect(done, status, **more):
    """What is wrong with a run; "" when nothing is."""
    problems = [] if done[0] == status else ["exit status %d, expected %d" % (done[0], status)]
    problems += ["%s: %r, expected %r" % (name, got, wanted) for name, (got, wanted) in more.items() if got != wanted]
    return "\n".join(problems + ["it said: " + done[2]]) if problems else ""


# ---- Files ----

def to_file():
    with folder() as f:
        name = os.path.join(f, "events.jsonl")
        done = emit("file:" + name, lines(1, 2) + '{"id":"x","status":"ok","diagnostics":[]}\n\nno json\n' + lines(3))
        with open(name) as out:
            got = out.read()
        return expect(done, 0, file=(got, lines(1, 2, 3))) or expect(emit("file:-", lines(1)), 0, out=(emit("file:-", lines(1))[1], lines(1)))


def from_lineage():
    """The command's own events, piped through."""
    out = run(["bash", "-c", "echo 'INSERT INTO b SELECT x FROM a; SELECT 1; SET y = 2' | colline lineage --dialect hive "
               "--format openlineage | colline emit --to file:-"])
    return expect(out, 0, events=([len(json.loads(t)["outputs"]) for t in out[1].splitlines()], [1]))


def nonsense():
    return expect(emit("ftp://x", ""), 2) or expect(run([command(), "emit"]), 2) or expect(emit("file:/nonexistent/x/y", ""), 2) or \
        expect(emit("kafka://nothing", ""), 2)


# ---- HTTP ----

def to_http():
    with folder() as f, Server() as server:
        secret = os.path.join(f, "header")
        with open(secret, "w") as out:
            out.write("Authorization: Bearer abc\n")
        done = emit(server.url, lines(*range(50)), "--header", "@" + secret, "--header", "X-Team: lineage")
        headers = server.headers[0] if server.headers else {}
        return expect(done, 0, order=(numbers(server.taken), list(range(50))), type=(headers.get("Content-Type"), "application/json"),
                      secret=(headers.get("Authorization"), "Bearer abc"), other=(headers.get("X-Team"), "lineage"))


def tries_again():
    with Server(lambda count: 503 if count in (1, 2, 4) else 200) as server:
        done = emit(server.url, lines(*range(5)))
        return expect(done, 0, order=(numbers(server.taken), list(range(5))), requests=(server.count, 8))


def gives_up():
    done = emit(closed_url(), lines(1), "--tries", "2")
    return expect(done, 2, said=("1 lost" in done[2], True))


def refused():
    with folder() as f, Server(lambda count: 400 if count == 1 else 200) as server:
        done = emit(server.url, lines(0, 1, 2), "--spool", f)
        with open(os.path.join(f, "refused.jsonl")) as kept:
            return expect(done, 1, order=(numbers(server.taken), [0, 2]), kept=(numbers(kept), [1]))


def spools():
    """Away for a whole run; the next one delivers what waits first."""
    with folder() as f:
        first = emit(closed_url(), lines(*range(20)), "--spool", f, "--tries", "1")
        with Server() as server:
            second = emit(server.url, lines(20, 21), "--spool", f)
            again = emit(server.url, "", "--spool", f, "--drain")
            return expect(first, 1, said=("20 waiting" in first[2], True)) or \
                expect(second, 0, order=(numbers(server.taken), list(range(22)))) or \
                expect(again, 0, said=("0 delivered, 0 waiting" in again[2], True))


def comes_back():
    """Away in the middle of a run: later events wait behind the earlier ones."""
    with folder() as f, Server(lambda count: 503 if 3 <= count < 5 else 200) as server:
        done = emit(server.url, lines(*range(30)), "--spool", f)
        return expect(done, 0, order=(numbers(server.taken), list(range(30))))


def large_events():
    big = json.loads(event(7))
    big["text"] = "x" * 3000000
    text = json.dumps(big) + "\n"
    with folder() as f:
        first = emit(closed_url(), text + lines(8), "--spool", f, "--tries", "1")
        with Server() as server:
            done = emit(server.url, "", "--spool", f, "--drain")
            return expect(first, 1) or expect(done, 0, order=(numbers(server.taken), [7, 8]), size=(len(server.taken[0]), len(text) - 1))


def killed():
    """What was read before a kill is in the spool, but for a line that was being written."""
    with folder() as f:
        process = subprocess.Popen([command(), "emit", "--to", closed_url(), "--spool", f], stdin=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, env=environment())
        process.stdin.write(lines(*range(200)).encode())
        process.stdin.flush()
        events = os.path.join(f, "events.jsonl")
        while not os.path.exists(events) or os.path.getsize(events) < 5000:
            if process.poll() is not None:
                return "it ended by itself"
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdin.close()
        with open(events, "ab") as out:
            out.write(b'{"torn')
        with Server() as server:
            done = emit(server.url, "", "--spool", f, "--drain")
            got = numbers(server.taken)
            return expect(done, 0, order=(got, list(range(len(got)))), some=(len(got) > 10, True))


def killed_while_draining():
    """A kill while the spool is emptied: nothing is lost, some may come twice."""
    with folder() as f:
        emit(closed_url(), lines(*range(300)), "--spool", f, "--tries", "1")
        with Server() as server:
            process = subprocess.Popen([command(), "emit", "--to", server.url, "--spool", f, "--drain"], env=environment(),
                                       stderr=subprocess.DEVNULL)
            while server.count < 100 and process.poll() is None:
                pass
            process.send_signal(signal.SIGKILL)
            process.wait()
            done = emit(server.url, lines(300), "--spool", f)
            got = numbers(server.taken)
            return expect(done, 0, all=(sorted(set(got)), list(range(301))), twice=(len(got) - 301 <= 65, True))


def one_at_a_time():
    with folder() as f:
        process = subprocess.Popen([command(), "emit", "--to", closed_url(), "--spool", f], stdin=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, env=environment())
        while not os.path.exists(os.path.join(f, "events.jsonl")):
            pass
        done = emit(closed_url(), lines(1), "--spool", f)
        process.kill()
        process.stdin.close()
        process.wait()
        return expect(done, 2, said=("another process" in done[2], True))


# ---- Kafka ----

class Kafka:
    """librdkafka's mock cluster (tests/tools/kafka_mock.c)."""

    def __enter__(self):
        self.process = subprocess.Popen([MOCK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(), text=True)
        self.brokers = self.process.stdout.readline().split()[1]
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(30)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = []
        for got in self.process.stdout:
            if got == "ok\n":
                return answer
            answer.append(got.rstrip("\n"))
        return answer


def to_kafka():
    with Kafka() as kafka:
        kafka.ask("create lineage 3")
        done = emit("kafka://%s/lineage" % kafka.brokers, lines(*range(200)))
        got = [line.split("\t") for line in kafka.ask("read lineage 200")]
        by_key = {}
        for partition, key, value in got:
            by_key.setdefault(key, []).append((partition, json.loads(value)["number"]))
        ordered = all([n for _, n in v] == sorted(n for _, n in v) and len({p for p, _ in v}) == 1 for v in by_key.values())
        return expect(done, 0, count=(len(got), 200), keys=(sorted(by_key), ["n/job0", "n/job1", "n/job2"]), ordered=(ordered, True))


def kafka_away():
    with Kafka() as kafka, folder() as f:
        kafka.ask("create lineage 1")
        kafka.ask("down")
        first = emit("kafka://%s/lineage" % kafka.brokers, lines(*range(10)), "--spool", f, "--tries", "1", "--timeout", "2")
        kafka.ask("up")
        second = emit("kafka://%s/lineage" % kafka.brokers, "", "--spool", f, "--drain", "--timeout", "30")
        got = [json.loads(line.split("\t")[2])["number"] for line in kafka.ask("read lineage 10")]
        return expect(first, 1, said=("10 waiting" in first[2], True)) or \
            expect(second, 0, all=(sorted(set(got)), list(range(10))))


def kafka_settings():
    done = emit("kafka://127.0.0.1:1/t", lines(1), "--property", "no.such.property=1")
    return expect(done, 2, said=("no.such.property" in done[2], True))


TESTS = (to_file, from_lineage, nonsense, to_http, tries_again, gives_up, refused, spools, comes_back, large_events, killed,
         killed_while_draining, one_at_a_time)
KAFKA_TESTS = (to_kafka, kafka_away, kafka_settings)


def run_sanitized(context):
    with using("asan"):
        yield from run_emit(context)


def run_emit(context):
    missing = "" if run([command(), "emit", "--help"])[0] == 0 else "the build has no data map: SQLite or cJSON was not found"
    for test in TESTS + KAFKA_TESTS:
        name = "emit: " + test.__name__.replace("_", " ")
        if not context.wanted(name):
            continue
        why = missing or ("librdkafka was not found" if test in KAFKA_TESTS and not os.path.exists(MOCK) else "")
        yield Result(name, "" if why else test(), why)


SUITES = (suite("emit", "colline emit: files, HTTP, Kafka; spools, kills", run_emit),
          suite("emit-asan", "the same, sanitized", run_sanitized))
