"""`colline serve`: what it answers, what it refuses, and that no client brings it down."""
import gzip
import http.client
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from . import schema
from .core import Result, command, environment, path, run, suite
from .postgres import Postgres, binaries

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

    def send(self, data, wait=2):
        """What comes back for raw bytes, until the server closes or is silent for `wait` seconds."""
        parts = []
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as s:
            try:
                s.sendall(data)
                part = s.recv(65536)
                s.settimeout(0.3)
                while part:
                    parts.append(part)
                    part = s.recv(65536)
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
    yield "a policy without inline scripts", "" if scripts and scripts.group(1) == "'self' 'wasm-unsafe-eval'" and "default-src 'none'" in policy and \
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


# ---- With a store ---------------------------------------------------------------------------------------------------


def make_store(where, more=("tests/browser/extra.sql",)):
    """The example warehouse, and a statement whose source the catalog does not know."""
    status, _, err = run([command(), "ingest", "--quiet", "--store", where, "--dialect", "impala", "--catalog",
                          "examples/warehouse/catalog.sql", "examples/warehouse/etl"] + list(more))
    return "" if status == 0 else "ingest: %d\n%s" % (status, err)


def names(graph):
    return sorted(n["name"] for n in graph["nodes"])


def edges_by_name(graph):
    name = {n["id"]: n["name"] for n in graph["nodes"]}
    return {(name[e["source"]], name[e["target"]]): e for e in graph["edges"]}


FACT = "db=dw&table=fact_order_line"
# (path, a function of the answer's body that is false when it is wrong)
ANSWERED = [
    ("/lineage/table?" + FACT, lambda b: {"ods.orders", "dw.v_paid_line"} <= set(names(b)) and not {"dm.sales_daily"} & set(names(b)) and
     {n["name"]: n["depth"] for n in b["nodes"]}["ods.orders"] == -1),
    ("/lineage/table?db=DW&table=Fact_Order_Line", lambda b: "dw.fact_order_line" in names(b)),
    ("/lineage/table/upstream?db=dm&table=sales_daily", lambda b: "dw.v_paid_line" in names(b) and "dw.fact_order_line" in names(b) and "ods.orders" not in names(b)),
    ("/lineage/table/downstream?db=ods&table=orders", lambda b: {n["name"]: n.get("more_downstream") for n in b["nodes"]}["dw.v_paid_line"] > 0),
    ("/lineage/table/downstream?db=ods&table=orders&depth=0", lambda b: names(b) == ["ods.orders"] and b["edges"] == []),
    ("/lineage/table/columns?" + FACT, lambda b: [n["column"] for n in b["nodes"] if n["kind"] == "column" and n["table"] == "fact_order_line"][:3]
     == ["order_id", "line_no", "customer_id"]),
    ("/lineage/column?" + FACT + "&column=amount_eur", lambda b: "ods.exchange_rates.rate" in names(b) and "dm.sales_daily.revenue" not in names(b) and
     edges_by_name(b)[("ods.exchange_rates.rate", "dw.fact_order_line.amount_eur")]["kinds"] == ["PROJECT"]),
    ("/lineage/column?" + FACT + "&column=amount_eur&direction=downstream", lambda b: "dm.sales_daily.revenue" in names(b)),
    ("/lineage/column?" + FACT + "&column=amount_eur&direction=both&depth=1&kinds=DIRECT", lambda b: "ods.exchange_rates.rate" not in names(b)),
    ("/lineage/column?" + FACT + "&column=order_id&kinds=JOIN_COND,FILTER", lambda b: any("FILTER" in e["kinds"] for e in b["edges"])),
    ("/lineage/path?from=ods.orders&to=dm.sales_daily", lambda b: b["found"] and b["length"] == 3),
    ("/lineage/path?from=dm.sales_daily&to=ods.orders", lambda b: not b["found"] and b["nodes"] == []),
    ("/lineage/path?from=ods.exchange_rates.rate&to=dm.sales_daily.revenue", lambda b: b["found"] and len(b["edges"]) >= 3),
    ("/lineage/impact?db=ods&table=exchange_rates&column=rate", lambda b: [t["table"]["name"] for t in b["tables"]][0] == "dw.fact_order_line" and
     b["tables"][0]["columns"][0]["node"]["column"] == "amount_eur" and len(b["tables"][0]["statements"]) >= 1),
    ("/lineage/impact?db=ods&table=orders", lambda b: len(b["tables"]) > 3),
    ("/lineage/related?a=ods.orders&b=dm.sales_daily", lambda b: b["related"] and b["relation"] == "feeds"),
    ("/lineage/related?a=ods.web_sessions&b=ods.exchange_rates", lambda b: b["relation"] in ("none", "common_target")),
    ("/edges?source=ods.exchange_rates.rate&target=dw.fact_order_line.amount_eur", lambda b: [e["kind"] for e in b["edges"]] == ["PROJECT"] and
     "r.rate" in b["edges"][0]["evidence"][0]["expression"]),
    ("/search?q=amount_e", lambda b: "dw.fact_order_line.amount_eur" in names(b)),
    ("/search?q=AMOUNT_E&limit=1", lambda b: len(b["nodes"]) == 1 and b["truncated"]),
    ("/nodes?name=FACT_ORDER_LINE.Amount_EUR", lambda b: names(b) == ["dw.fact_order_line.amount_eur"]),
    ("/nodes?name=nobody", lambda b: b["nodes"] == []),
    ("/failures", lambda b: b["failures"] == []),
    ("/failures?state=all&limit=1&offset=5", lambda b: b["failures"] == []),
    ("/stats", lambda b: b["statements"]["ok"] > 10 and b["edges_by_quality"]["TO_CONFIRM"] > 0 and b["busiest"][0]["name"] == "dw.fact_order_line"),
]

WRONG = [
    ("/lineage/table?db=dw", 400, "table is missing"),
    ("/lineage/table?db=dw&table=", 400, "table is missing"),
    ("/lineage/table?db=dw&table=nobody", 404, "no table"),
    ("/lineage/table?table=fact_order_line", 404, "no table"),
    ("/lineage/table?" + FACT + "&depth=101", 400, "from 0 to 100"),
    ("/lineage/table?" + FACT + "&depth=-1", 400, "whole number"),
    ("/lineage/table?" + FACT + "&depth=2x", 400, "whole number"),
    ("/lineage/table?" + FACT + "&depth=99999999999999999999", 400, "whole number"),
    ("/lineage/table?" + FACT + "&depth=1&depth=2", 400, "twice"),
    ("/lineage/table?" + FACT + "&dept=1", 400, "no such parameter"),
    ("/lineage/table?" + FACT + "&db=dw%ff", 400, "twice"),
    ("/lineage/table?db=%ff&table=t", 400, "UTF-8"),
    ("/lineage/table?db=a%00b&table=t", 400, "UTF-8"),
    ("/lineage/column?" + FACT, 400, "column is missing"),
    ("/lineage/column?" + FACT + "&column=nobody", 404, "no column"),
    ("/lineage/column?" + FACT + "&column=sku&direction=sideways", 400, "upstream|downstream|both"),
    ("/lineage/column?" + FACT + "&column=sku&kinds=DIRECT,WHAT", 400, "no kind WHAT"),
    ("/lineage/column?" + FACT + "&column=sku&kinds=", 400, "no kind"),
    ("/lineage/path?from=ods.orders", 400, "to is missing"),
    ("/lineage/path?from=ods.orders&to=nobody", 404, "nobody"),
    ("/lineage/path?from=customer_id&to=ods.orders", 400, "ambiguous"),
    ("/edges?source=1&target=2", 404, "no table or column 1"),
    ("/search?q=", 400, "q is missing"),
    ("/search?q=a&limit=0", 400, "from 1 to"),
    ("/statements/0123456789abcdef", 404, "no statement"),
    ("/statements/0123456789ABCDEF", 400, "16 hex digits"),
    ("/statements/1", 400, "16 hex digits"),
    ("/statements/", 404, "no such path"),
    ("/failures?state=gone", 400, "open|closed"),
]


def answered(server):
    for target, right in ANSWERED:
        status, _, body = server.ask(target)
        try:
            fine = status == 200 and right(body)
        except (KeyError, IndexError, TypeError) as error:
            fine, body = False, repr(error) + str(body)
        yield "answer: " + target, "" if fine else "%d %s" % (status, str(body)[:600])
    for target, wanted, part in WRONG:
        answer = server.ask(target)
        yield "refused: " + target, "" if answer[0] == wanted and part in reason(answer) else "%d %s" % (answer[0], reason(answer))


def statements(server):
    edge = server.ask("/edges?source=ods.exchange_rates.rate&target=dw.fact_order_line.amount_eur")[2]["edges"][0]
    told = edge["evidence"][0]
    status, _, body = server.ask("/statements/" + told["fingerprint"])
    text = body["statements"][0]["text"].encode()
    yield "statement: the place in its text", "" if text[told["offset"]:told["offset"] + told["length"]] == b"r.rate" else str(told)
    places = {text[h["offset"]:h["offset"] + h["length"]].decode() for h in body["highlights"]}
    yield "statement: every place that made an edge", "" if {"o.currency", "r.rate", "l.unit_price"} <= places else str(places)
    yield "statement: tokens", "" if all(text[t[1]:t[1] + t[2]].strip() for t in body["statements"][0]["tokens"]) else "an empty token"


def metrics(server):
    status, headers, body = server.ask("/metrics", raw=True)
    text = body.decode()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    wrong = [line for line in lines if not re.fullmatch(r'[a-z_][a-z0-9_]*(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[0-9.e+-]+', line)]
    yield "metrics: in Prometheus' form", "" if status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4") and not wrong \
        else "%d %s" % (status, wrong[:5])
    of_store = [line for line in lines if not line.startswith("colline_serve_")]
    yield "metrics: the server's and the store's", "" if "colline_serve_store_up 1" in lines and len(of_store) > 10 else text[-1500:]


def pages(server):
    whole = server.ask("/lineage/table?" + FACT + "&depth=5")[2]
    nodes, edges, target, count = {}, set(), "/lineage/table?" + FACT + "&depth=5&limit=3", 0
    while target and count < 50:
        body = server.ask(target)[2]
        fresh = {n["id"]: n["name"] for n in body["nodes"]}
        if set(fresh) & set(nodes):
            yield "pages: no node twice", str(fresh)
        nodes.update(fresh)
        edges |= {(e["source"], e["target"]) for e in body["edges"]}
        target, count = body.get("next"), count + 1
    fine = sorted(nodes.values()) == names(whole) and edges == {(e["source"], e["target"]) for e in whole["edges"]} and count > 2
    yield "pages: together they are the whole", "" if fine else "%d pages\n%s\n%s" % (count, sorted(nodes.values()), names(whole))


def described_answers(server, fingerprint):
    with open(path("src/map/serve/openapi.json"), encoding="utf-8") as f:
        openapi = json.load(f)
    asked = [t for t, _ in ANSWERED] + [t for t, _, _ in WRONG if t != "/statements/"]
    triples = [(t.split("?")[0], "get", server.ask(t)) for t in asked if not t.startswith("/statements/")]
    triples.append(("/statements/{fingerprint}", "get", server.ask("/statements/" + fingerprint)))
    yield "openapi: answers with a store", check_answers(openapi, triples)


def changes(server):
    sign = {"who": "Ada", "why": "checked"}
    admin = {"Authorization": "Bearer " + TOKEN}
    both = "/edges?source=ext.ad_feed.clicks&target=dm.campaign_report.clicks"
    before = server.ask(both)
    edge = before[2]["edges"][0]
    yield "changes: without the token", "" if server.ask("/edges/%d/confirm" % edge["id"], "POST", sign)[0] == 401 else "not 401"
    status, _, _ = server.ask("/edges/%d/confirm" % edge["id"], "POST", sign, admin)
    after = server.ask(both, headers={"If-None-Match": before[1]["etag"]})
    yield "changes: confirm, and the cached answer is another", "" if (status, edge["quality"], after[0]) == (200, "TO_CONFIRM", 200) and \
        after[2]["edges"][0]["quality"] == "AUTO_CONFIRMED" and after[2]["edges"][0]["history"][0]["who"] == "Ada" else "%d %s" % (status, after)
    new = {"source": {"db": "ext", "table": "sheet", "column": "goal"}, "target": "dm.campaign_report.best_day", "kind": "PROJECT",
           "expression": "typed in", **sign}
    status, _, body = server.ask("/edges", "POST", new, admin)
    added = server.ask("/edges?source=ext.sheet.goal&target=dm.campaign_report.best_day")[2]
    yield "changes: add, from a table that nobody knew", "" if status == 201 and added["edges"][0]["quality"] == "MANUAL_ADDED" else "%d %s %s" % (status, body, added)
    status, _, body = server.ask("/edges/%d" % body["id"], "PATCH", dict(new, kind="DIRECT"), admin)
    added = server.ask("/edges?source=ext.sheet.goal&target=dm.campaign_report.best_day")[2]
    yield "changes: change", "" if status == 200 and [e["kind"] for e in added["edges"]] == ["DIRECT"] else "%d %s" % (status, added)
    status, _, _ = server.ask("/edges/%d" % body["id"], "DELETE", sign, admin)
    added = server.ask("/edges?source=ext.sheet.goal&target=dm.campaign_report.best_day")[2]
    yield "changes: remove", "" if status == 200 and added["edges"] == [] else "%d %s" % (status, added)
    for what, method, body, wanted in (
            ("/edges/999999/confirm", "POST", sign, 404), ("/edges/x/confirm", "POST", sign, 400), ("/edges/1/confirm", "POST", {"why": "x"}, 400),
            ("/edges/1/confirm", "POST", {"who": ""}, 400), ("/edges", "POST", dict(new, kind="WHAT"), 400), ("/edges", "POST", dict(new, kind="TABLE"), 400),
            ("/edges", "POST", dict(new, source="nobody.at.all"), 404), ("/edges", "POST", dict(new, source={"column": "x"}), 400),
            ("/edges", "POST", dict(new, source=7), 400), ("/failures/999999/close", "POST", sign, 404)):
        answer = server.ask(what, method, body, admin)
        yield "changes: %s %s %s" % (method, what, json.dumps(body)[:60]), "" if answer[0] == wanted else "%d, %d expected: %s" % (answer[0], wanted, reason(answer))


def while_loading(server, where):
    """Loads go on while readers ask: every answer is whole, and of one version."""
    broken, seen = [], set()
    with tempfile.TemporaryDirectory() as folder:
        for i in range(12):
            with open(os.path.join(folder, "load%d.sql" % i), "w", encoding="utf-8") as f:
                f.write("".join("INSERT INTO load.t%d SELECT a AS x%d, b AS y FROM load.t%d;\n" % (i, k, i + 1) for k in range(40)))
            loader = subprocess.Popen([command(), "ingest", "--quiet", "--store", where, "--dialect", "hive", folder], env=environment(),
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            while loader.poll() is None:
                status, _, body = server.ask("/stats")
                seen.add(body.get("version"))
                graph = server.ask("/lineage/table?" + FACT + "&depth=3")
                if status != 200 or graph[0] != 200:
                    broken.append("%s %s" % (body, graph[2]))
            _, err = loader.communicate()
            if loader.returncode:
                broken.append(err.decode(errors="replace"))
    last = server.ask("/lineage/table/upstream?db=load&table=t0&depth=20")
    if last[0] != 200 or len(last[2]["nodes"]) != 13:
        broken.append("the last load is not all seen: %s" % str(last[2])[:300])
    yield "loads while it is read", "\n".join(broken[:5]) or ("" if len(seen) > 3 else "only versions %s" % seen)


def with_store(context, variant, where):
    problem = make_store(where)
    if problem:
        yield Result("serve: a store", problem)
        return
    with Server("--store", where, variant=variant, token=TOKEN) as server:
        fingerprint = server.ask("/edges?source=ods.exchange_rates.rate&target=dw.fact_order_line.amount_eur")[2]["edges"][0]["evidence"][0]["fingerprint"]
        for part in (answered(server), statements(server), metrics(server), pages(server), described_answers(server, fingerprint), changes(server),
                     while_loading(server, where)):
            yield from results(context, part)
        status, err = server.stop()
        yield Result("serve: it ends when told to, with a store", "" if status == 0 and "Sanitizer" not in err else "%d\n%s" % (status, err[-3000:]))


def serve_store(context, variant):
    if run([command(), "ingest", "--help"])[0] != 0:
        yield Result("serve: with a store", "", "this build has no ingest")
        return
    with tempfile.TemporaryDirectory() as folder:
        yield from with_store(context, variant, os.path.join(folder, "map.db"))
    if variant == "plain" and not binaries():
        yield Result("serve: on PostgreSQL", "", "PostgreSQL is not installed")
    elif variant == "plain":
        with Postgres() as database:
            for result in with_store(context, variant, database.url()):
                yield Result(result.name.replace("serve:", "serve on PostgreSQL:"), result.problem)


# ---- Under load (make check-long) -----------------------------------------------------------------------------------


def resident(pid):
    with open("/proc/%d/status" % pid, encoding="ascii") as f:
        return int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1))


def under_load(context):
    """A hot table for a minute: 2,000 requests a second or more on one core, no error, no growth."""
    if run([command(), "ingest", "--help"])[0] != 0 or shutil.which("wrk") is None:
        yield Result("serve: under load", "", "wrk is not installed (scripts/deps test), or this build has no ingest")
        return
    with tempfile.TemporaryDirectory() as folder:
        where = os.path.join(folder, "map.db")
        problem = make_store(where)
        if problem:
            yield Result("serve: under load", problem)
            return
        with Server("--store", where, "--threads", "1") as server:
            target = "http://127.0.0.1:%d/lineage/table?%s&depth=2" % (server.port, FACT)
            run(["wrk", "-t1", "-c32", "-d5s", "-H", "Accept-Encoding: gzip", target])
            before = resident(server.process.pid)
            _, out, _ = run(["wrk", "-t1", "-c32", "-d60s", "-H", "Accept-Encoding: gzip", "--latency", target])
            after = resident(server.process.pid)
            rate = float((re.search(r"Requests/sec:\s+([\d.]+)", out) or [0, "0"])[1])
            bad = "Non-2xx" in out or "Socket errors" in out
            print("  %.0f requests a second; %d kB before, %d kB after" % (rate, before, after))
            yield Result("serve: under load", "" if rate >= 2000 and not bad and after < before + 4096 else
                         "%s\n%d kB before, %d kB after" % (out, before, after))


SUITES = (suite("serve", "the data map's server: answers, refusals, bad clients", lambda context: serve(context, "plain")),
          suite("serve-asan", "the same, sanitized", lambda context: serve(context, "asan")),
          suite("serve-store", "its answers about a store, in SQLite and PostgreSQL", lambda context: serve_store(context, "plain")),
          suite("serve-store-asan", "the same, sanitized", lambda context: serve_store(context, "asan")),
          suite("serve-load", "a minute of wrk against a hot table", under_load, slow=True))
