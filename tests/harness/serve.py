"""`colline serve`: what it answers, what it refuses, and that no client brings it down."""
import gzip
import http.client
import json
import os
import re
import select
import signal
import socket
import subprocess
import time

from . import schema
from .core import Result, command, environment, path, run, suite

TOKEN = "a-token-for-the-tests-of-serve"


class Server:
    """A server on a free port, for a `with`."""

    def __init__(self, *options, variant="plain", token=None):
        env = dict(environment(), **({"COLLINE_ADMIN_TOKEN": token} if token else {}))
        env.pop("COLLINE_ADMIN_TOKEN", None) if token is None else None
        self.process = subprocess.Popen([command(variant), "serve", "--listen", "127.0.0.1:0"] + list(options), env=env,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.complaints = b""
        line = self.read_line()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        self.port = int(found.group(1)) if found else 0
        if not found:
            self.process.kill()
            raise RuntimeError("serve did not start: " + line + self.process.stderr.read().decode(errors="replace"))

    def read_line(self):
        ready, _, _ = select.select([self.process.stderr], [], [], 60)
        return self.process.stderr.readline().decode(errors="replace") if ready else "no word within a minute"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()

    def stop(self):
        """(exit status, what it complained of)."""
        self.process.send_signal(signal.SIGTERM)
        try:
            _, err = self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, err = self.process.communicate()
            return 124, "it did not end"
        return self.process.returncode, err.decode(errors="replace")

    def ask(self, target, method="GET", body=None, headers=None, raw=False):
        """(status, headers, body) of one request; the body read as JSON where it is that."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        if isinstance(body, str):
            body = body.encode()
        given = dict({"Content-Type": "application/json"} if body is not None else {}, **(headers or {}))
        try:
            connection.request(method, target, body, given)
            answer = connection.getresponse()
            data = answer.read()
        finally:
            connection.close()
        found = {name.lower(): value for name, value in answer.getheaders()}
        if not raw and found.get("content-type", "").startswith("application/json") and "content-encoding" not in found:
            data = json.loads(data)
        return answer.status, found, data

    def send(self, data, wait=20):
        """What comes back for raw bytes, until the server closes or falls silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as s:
            try:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            parts = []
            try:
                while True:
                    part = s.recv(65536)
                    if not part:
                        break
                    parts.append(part)
                    s.settimeout(0.5)  # (the server may keep the connection for a while)
            except OSError:
                pass
        return b"".join(parts)


def reason(answer):
    return answer[2].get("error", {}).get("reason", "") if isinstance(answer[2], dict) else ""


# ---- What is refused, and how ---------------------------------------------------------------------------------

# (method, target, body, headers, status, a part of the reason)
REFUSED = [
    ("GET", "/nothing", None, {}, 404, "no such path"),
    ("GET", "/../../etc/passwd", None, {}, 404, "no such path"),
    ("GET", "/assets/../../../etc/passwd", None, {}, 404, "no such path"),
    ("GET", "/assets/%2e%2e/%2e%2e/etc/passwd", None, {}, 404, "no such path"),
    ("POST", "/healthz", "{}", {}, 405, "other methods"),
    ("PUT", "/analyze", "{}", {}, 405, "other methods"),
    ("GET", "/analyze", None, {}, 405, "other methods"),
    ("OPTIONS", "/healthz", None, {}, 405, "other methods"),
    ("GET", "/healthz?x=1", None, {}, 400, "no such parameter"),
    ("GET", "/healthz?%ff=1", None, {}, 400, "no such parameter"),
    ("POST", "/analyze", "{}", {"Content-Type": "text/plain"}, 415, "application/json"),
    ("POST", "/analyze", "", {}, 400, "JSON object"),
    ("POST", "/analyze", "[]", {}, 400, "JSON object"),
    ("POST", "/analyze", "{\"sql\":", {}, 400, "not JSON"),
    ("POST", "/analyze", "{\"sql\":\"a\"} x", {}, 400, "not JSON"),
    ("POST", "/analyze", "[" * 60000, {}, 400, "not JSON"),
    ("POST", "/analyze", "{}", {}, 400, "sql is missing"),
    ("POST", "/analyze", {"sql": 1}, {}, 400, "sql must be a text"),
    ("POST", "/analyze", {"sql": "SELECT 1", "dialect": "klingon"}, {}, 400, "no dialect klingon"),
    ("POST", "/analyze", {"sql": "SELECT 1", "narrow": 1}, {}, 400, "true or false"),
    ("POST", "/analyze", {"sql": "x" * 100000}, {}, 413, "larger"),
    ("GET", "/healthz", None, {"Host": "evil.example"}, 421, "name"),
    ("POST", "/edges", "{}", {}, 403, "read-only"),
]


def refusals(server):
    for method, target, body, headers, status, part in REFUSED:
        answer = server.ask(target, method, body, headers)
        name = "refused: %s %s %s" % (method, target, str(body)[:30] if body else "")
        fine = answer[0] == status and part in reason(answer) and answer[2]["error"]["status"] == status
        if fine and status == 405 and "allow" not in answer[1]:
            fine = False
        yield name, "" if fine else "%d %s, %d expected with “%s”" % (answer[0], str(answer[2])[:300], status, part)


# ---- Headers, compression, ETags ------------------------------------------------------------------------------


def wire(server):
    status, headers, body = server.ask("/settings", raw=True)
    yield "an answer's ETag is asked again: 304, without a body", \
        "" if server.ask("/settings", headers={"If-None-Match": headers["etag"]}, raw=True)[::2] == (304, b"") else "no 304"
    yield "another ETag: 200", "" if server.ask("/settings", headers={"If-None-Match": '"0"'})[0] == 200 else "no 200"
    large = "/openapi.json"
    plain = server.ask(large, raw=True)
    packed = server.ask(large, headers={"Accept-Encoding": "br;q=1, gzip;q=0.5"}, raw=True)
    yield "gzip for those who take it", "" if packed[1].get("content-encoding") == "gzip" and \
        gzip.decompress(packed[2]) == plain[2] and len(packed[2]) * 2 < len(plain[2]) else str(packed[1])
    refused = server.ask(large, headers={"Accept-Encoding": "gzip;q=0, identity"}, raw=True)
    yield "no gzip for those who do not", "" if "content-encoding" not in refused[1] and refused[2] == plain[2] else str(refused[1])
    policy = headers.get("content-security-policy", "")
    scripts = re.search(r"script-src ([^;]*)", policy)
    yield "a policy without inline scripts", "" if scripts and scripts.group(1) == "'self'" and "default-src 'none'" in policy and \
        "frame-ancestors 'none'" in policy and headers.get("x-content-type-options") == "nosniff" else str(headers)
    yield "no CORS unless asked", "" if not [h for h in headers if h.startswith("access-control")] else str(headers)
    head = server.ask("/settings", "HEAD", raw=True)
    yield "HEAD: the headers alone", "" if head[0] == 200 and head[2] == b"" and head[1].get("content-length") == str(len(body)) else str(head)


def cors(variant):
    with Server("--cors", "https://map.example", variant=variant) as server:
        _, headers, _ = server.ask("/settings")
        yield "--cors: that origin may read", "" if headers.get("access-control-allow-origin") == "https://map.example" else str(headers)
        status, headers, _ = server.ask("/analyze", "OPTIONS", headers={"Origin": "https://map.example"})
        yield "--cors: and is told so", "" if status == 204 and "POST" in headers.get("access-control-allow-methods", "") else str(headers)


def token(variant):
    with Server(variant=variant, token=TOKEN) as server:
        for given, status in ((None, 401), ("Bearer wrong", 401), ("Bearer " + TOKEN + "x", 401), ("Bearer " + TOKEN[:-1], 401),
                              ("Bearer ", 401), ("Basic " + TOKEN, 401), ("Bearer " + TOKEN, 404)):
            answer = server.ask("/edges", "POST", "{}", {"Authorization": given} if given else {})
            yield "token: %s" % (given or "none"), "" if answer[0] == status else "%d, %d expected: %s" % (answer[0], status, reason(answer))
    status, _, err = run([command(variant), "serve", "--listen", "127.0.0.1:0", "--token-file", "/dev/null"])
    yield "token: an empty file is none", "" if status == 2 and "16 to" in err else "%d %s" % (status, err)


# ---- The page ----------------------------------------------------------------------------------------------------


def page(server):
    status, headers, body = server.ask("/", raw=True)
    yield "page: /", "" if status == 200 and headers["content-type"].startswith("text/html") else str(status)
    assets = re.findall(r'(?:src|href)="(/[^"#]+)"', body.decode())
    for name in [a for a in assets if a != "/openapi.json"]:
        status, headers, data = server.ask(name, raw=True)
        kept = "immutable" in headers.get("cache-control", "") or not name.startswith("/assets/")
        yield "page: %s" % re.sub(r"-[0-9A-Z]{8}", "", name), "" if status == 200 and data and kept else "%d %s" % (status, headers)
    yield "page: no script in the text of it", "" if not re.search(rb"<script(?![^>]*\ssrc=)", body) and b" onclick=" not in body else "inline"


# ---- Clients that do what they should not ---------------------------------------------------------------------

MALFORMED = {
    "garbage": bytes(range(256)) * 20,
    "an endless line": b"GET /" + b"a" * 300000,
    "an endless header": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 300000 + b"\r\n\r\n",
    "many headers": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"".join(b"X-%d: 1\r\n" % i for i in range(5000)) + b"\r\n",
    "no host": b"GET /healthz HTTP/1.0\r\n\r\n",
    "many parameters": b"GET /healthz?" + b"&".join(b"a%d=1" % i for i in range(2000)) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "negative length": b"POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n{}",
    "two lengths": b"POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}",
    "length and chunks": b"POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                         b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}",
    "a wrong chunk": b"POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a body that ends early": b"POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{\"sql\":",
    "a body for GET": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
    "NUL in the path": b"GET /healthz%00x HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "NUL in a value": b"GET /healthz?a=%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "not UTF-8": b"GET /statements/\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "another protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 600,
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}


def malformed(server):
    for name, data in MALFORMED.items():
        answer = server.send(data)
        status = re.match(rb"HTTP/1\.[01] (\d+)", answer)
        fine = not answer or (status and 400 <= int(status.group(1)) < 600) or name in ("a body for GET", "no host")
        alive = server.ask("/healthz")[0] == 200
        yield "malformed: " + name, "" if fine and alive else "%s, alive: %s" % (answer[:200], alive)
    chunks = b"".join(b"10000\r\n" + b" " * 0x10000 + b"\r\n" for _ in range(4)) + b"0\r\n\r\n"
    answer = server.send(b"POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
    yield "malformed: chunks without end", "" if b" 413 " in answer[:20] else str(answer[:100])


def drips(server, first):
    """Send a byte now and then until the server has enough of it: true when it ended the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as s:
        s.sendall(first)
        for _ in range(100):
            time.sleep(0.2)
            try:
                s.sendall(b"a")
                ready, _, _ = select.select([s], [], [], 0)
                if ready and not s.recv(4096):
                    return True
            except OSError:
                return True
    return False


def slow(variant):
    with Server("--request-seconds", "1", "--connections", "8", variant=variant) as server:
        yield "slow: a header that never ends", "" if drips(server, b"GET /healthz HTTP/1.1\r\nX: ") else "held for 20 s"
        yield "slow: a body that never ends", "" if drips(server, b"POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                                                  b"Content-Length: 5000\r\n\r\n{") else "held for 20 s"
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(40)]
        time.sleep(0.3)
        for s in idle:
            s.close()
        answer = 0
        for _ in range(50):
            try:
                answer = server.ask("/healthz")[0]
                break
            except OSError:
                time.sleep(0.2)
        yield "slow: more connections than it takes, then a request", "" if answer == 200 else "no answer"


def analyze(server):
    sql = "INSERT INTO b SELECT x + 1 AS y FROM a WHERE é = 1"
    status, _, body = server.ask("/analyze", "POST", {"sql": sql, "dialect": "hive", "ddl": "CREATE TABLE a (x INT, é INT)"})
    edges = body["statements"][0]["edges"] if status == 200 else []
    yield "analyze: edges", "" if [(e["kind"], e["source"], e["target"]) for e in edges] == \
        [("PROJECT", "a.x", "y"), ("FILTER", "a.é", "*")] or [e["kind"] for e in edges] == ["PROJECT", "FILTER"] else str(body)[:500]
    last = body["tokens"][-1] if status == 200 else [0, 0, 0]
    yield "analyze: tokens to the last byte", "" if last[1] + last[2] == len(sql.encode()) else str(last)
    status, _, body = server.ask("/analyze", "POST", {"sql": "SELECT FROM WHERE ((", "ddl": "CREATE TABLE a (x INT,,)"})
    yield "analyze: what cannot be read is told", "" if status == 200 and body["statements"][0]["diagnostics"] and body["ddl_diagnostics"] else str(body)


def described(server):
    """routes.def against openapi.json, and answers against its schemas."""
    with open(path("src/map/serve/openapi.json"), encoding="utf-8") as f:
        openapi = json.load(f)
    with open(path("src/map/serve/routes.def"), encoding="utf-8") as f:
        text = f.read()
    routes = {(m.lower(), p): set(re.findall(r"(\w+[!?])", names)) for m, p, names in
              re.findall(r'^ROUTE\((\w+), "([^"]+)", \w+,\s*"([^"]*)"', text, re.M)}
    told = {(m, re.sub(r"\{\w+\}", "{}", p)): {q["name"] + ("!" if q["required"] else "?") for q in o["parameters"] if q["in"] == "query"}
            for p, methods in openapi["paths"].items() for m, o in methods.items()}
    wrong = ["%s %s: %s, described as %s" % (k + (sorted(routes.get(k, ["no route"])), sorted(told.get(k, ["nothing"]))))
             for k in sorted(set(routes) | set(told)) if routes.get(k) != told.get(k)]
    yield "openapi: every route and its parameters", "\n".join(wrong)
    problems = check_answers(openapi, [("/settings", "get", server.ask("/settings")), ("/healthz", "get", server.ask("/healthz")),
                                       ("/analyze", "post", server.ask("/analyze", "POST", {"sql": "SELECT a FROM t; SELEC"})),
                                       ("/analyze", "post", server.ask("/analyze", "POST", {}))])
    yield "openapi: answers without a store", problems


ANSWERS = """
import json, sys, jsonschema
work = json.load(sys.stdin)
for name, schema, answer in work:
    validator = jsonschema.Draft202012Validator(schema)
    for error in list(validator.iter_errors(answer))[:3]:
        print("%s: %s: %s" % (name, "/".join(map(str, error.absolute_path)), error.message[:300]))
"""


def check_answers(openapi, answers):
    """What is wrong with (path, method, answer) triples by their schemas; "" when nothing is."""
    python = schema.python_with_jsonschema()
    if python is None:
        return "python3-jsonschema is not installed (scripts/deps test)"
    work, wrong = [], []
    for where, method, (status, _, body) in answers:
        responses = openapi["paths"][where][method]["responses"]
        if str(status) not in responses:
            wrong.append("%s %s: the status %d is not described" % (method, where, status))
            continue
        shape = dict(responses[str(status)]["content"]["application/json"]["schema"], components=openapi["components"])
        work.append(["%s %s %d" % (method, where, status), shape, body])
    status, out, err = run([python, "-c", ANSWERS], json.dumps(work))
    return "\n".join(wrong) + (err[-2000:] or "exit status %d" % status if status else out)


def results(context, found):
    for name, problem in found:
        if context.wanted(name):
            yield Result("serve: " + name, problem)


def serve(context, variant):
    if run([command(variant), "serve", "--help"])[0] != 0:
        yield Result("serve", "", "this build lacks it (libmicrohttpd)")
        return
    with Server("--body-limit", "64", variant=variant) as server:
        for part in (wire, refusals, page, analyze, malformed, described):
            yield from results(context, part(server))
        status, err = server.stop()
        yield Result("serve: it ends when told to", "" if status == 0 and "Sanitizer" not in err else "%d\n%s" % (status, err[-3000:]))
    for part in (cors, token, slow):
        yield from results(context, part(variant))


SUITES = (suite("serve", "the data map's server: answers, refusals, bad clients", lambda context: serve(context, "plain")),
          suite("serve-asan", "the same, sanitized", lambda context: serve(context, "asan")))
