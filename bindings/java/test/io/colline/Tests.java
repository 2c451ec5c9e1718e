package io.colline;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The tests of io.colline; prints TAP lines. The first argument is how many calls the memory test makes. */
public final class Tests {
    private static int calls = 50000;

    public static void main(String[] arguments) throws Exception {
        calls = arguments.length > 0 ? Integer.parseInt(arguments[0]) : calls;
        int number = 0;
        int bad = 0;
        Method[] methods = Tests.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            if (!method.getName().startsWith("test")) {
                continue;
            }
            number++;
            try {
                method.invoke(null);
                System.out.println("ok " + number + " - " + method.getName());
            } catch (InvocationTargetException error) {
                bad++;
                System.out.println("not ok " + number + " - " + method.getName());
                System.out.println("# " + error.getCause());
                for (StackTraceElement line : error.getCause().getStackTrace()) {
                    System.out.println("#   " + line);
                }
            }
        }
        System.out.println("1.." + number);
        System.exit(bad > 0 ? 1 : 0);
    }

    private static void same(Object expected, Object actual) {
        if (!String.valueOf(expected).equals(String.valueOf(actual))) {
            throw new AssertionError("expected " + expected + ", not " + actual);
        }
    }

    private interface Call {
        void run() throws Exception;
    }

    private static void fails(Class<?> kind, String part, Call call) throws Exception {
        try {
            call.run();
        } catch (Exception error) {
            same(true, kind.isInstance(error));
            if (!String.valueOf(error.getMessage()).contains(part)) {
                throw new AssertionError("the message is " + error.getMessage());
            }
            return;
        }
        throw new AssertionError("no " + kind.getSimpleName());
    }

    static void testEdges() {
        try (Catalog catalog = new Catalog()) {
            catalog.addDdl("hive", "d", "CREATE TABLE s (a INT, b INT, c STRING); CREATE TABLE r (x BIGINT, y STRING)");
            Options options = new Options().dialect("hive").defaultDatabase("d").catalog(catalog);
            List<Statement> all = Colline.lineage("INSERT OVERWRITE TABLE r SELECT SUM(a), CASE WHEN b > 0 THEN c END FROM s GROUP BY c", options);
            same(1, all.size());
            Statement s = all.get(0);
            same("INSERT OVERWRITE d.r: 5 edges, OK", s);
            same("[AGG d.s.a -> x, PROJECT d.s.b -> y, PROJECT d.s.c -> y, CONDITIONAL d.s.b -> y, GROUP_BY d.s.c -> *]", s.edges);
            same("[false, true, false, false, false]", flags(s));
            same("[d.s]", s.sources);
            same("[x, y]", s.columns);
            same("SUM(a)", s.columns.get(0).expression);
            Edge edge = s.edges.get(0);
            same(0, edge.targetIndex);
            same("a", edge.sourceColumn);
            same(Quality.AUTO_CONFIRMED, edge.quality);
            same("SUM(a)", edge.expression);
            same(36, edge.offset);
            same(true, s.edges.get(4).hasAggregate());
            same(-1, s.edges.get(4).targetIndex);
            same(Colline.fingerprint(s.text, "hive"), s.fingerprint);
        }
    }

    private static List<Boolean> flags(Statement s) {
        List<Boolean> flags = new ArrayList<>();
        for (Edge edge : s.edges) {
            flags.add(edge.isCondition());
        }
        return flags;
    }

    static void testSeveralTargetsAndPaths() {
        Statement s = Colline.lineage("FROM t INSERT INTO a SELECT x INSERT OVERWRITE DIRECTORY '/out' SELECT y",
                new Options().dialect("hive")).get(0);
        same("[APPEND a, OVERWRITE /out]", s.targets);
        same(1, s.edges.get(1).into);
        same(null, s.targets.get(1).table);
    }

    static void testDiagnostics() {
        List<Statement> all = Colline.lineage("SELECT 1;\n  SELECT FROM WHERE; SELECT a FROM t", new Options());
        same("[OK, ERROR, OK]", Arrays.asList(all.get(0).status, all.get(1).status, all.get(2).status));
        Diagnostic d = all.get(1).diagnostics.get(0);
        same("syntax_error", d.code);
        same(2, d.line);
        same(true, d.error);
    }

    static void testText() {
        Statement s = Colline.lineage("SELECT '\uD83D\uDE00 gr\u00fc\u00dfe' AS \u00e9, a\u00e4 FROM t", new Options()).get(0);
        same("\u00e9", s.columns.get(0).name);
        same("t.a\u00e4", s.edges.get(0).source());
        same("'\uD83D\uDE00 gr\u00fc\u00dfe'", s.columns.get(0).expression);
        same(0, Colline.lineage("", new Options()).size());
        same(1, Colline.lineage("SELECT '\0' AS a", new Options()).size());
    }

    static void testOptions() {
        try (Catalog catalog = new Catalog()) {
            catalog.addTable("hive", "s", "a", "b").addDdl("hive", null, "CREATE VIEW v AS SELECT a FROM s");
            Options options = new Options().dialect("hive").catalog(catalog);
            same("v.a", Colline.lineage("SELECT a FROM v", options).get(0).edges.get(0).source());
            same("s.a", Colline.lineage("SELECT a FROM v", options.expandViews(true)).get(0).edges.get(0).source());
            same(0, Colline.lineage("SELECT a FROM v", options.tableLevel(true)).get(0).edges.size());
            same("s.b", Colline.lineage("SELECT * FROM s", options.tableLevel(false)).get(0).edges.get(1).source());
        }
        same("{\"v\":1", Colline.render("SELECT 1", "json", new Options()).substring(0, 6));
        same(true, Colline.render("INSERT INTO a SELECT x FROM b", "openlineage", new Options()).contains("columnLineage"));
    }

    static void testFailures() throws Exception {
        fails(CollineException.class, "dialect", () -> Colline.lineage("SELECT 1", new Options().dialect("nope")));
        fails(CollineException.class, "format", () -> Colline.render("SELECT 1", "nope", new Options()));
        fails(NullPointerException.class, "sql", () -> Colline.lineage(null, new Options()));
        Catalog catalog = new Catalog();
        fails(CollineException.class, "", () -> catalog.addDdl("hive", null, "CREATE TABLE ("));
        fails(CollineException.class, "", () -> catalog.addJson("hive", "{"));
        catalog.close();
        catalog.close();
        fails(IllegalStateException.class, "closed", () -> catalog.addTable("hive", "t", "a"));
        fails(IllegalStateException.class, "closed", () -> Colline.lineage("SELECT 1", new Options().catalog(catalog)));
        fails(UnsupportedOperationException.class, "", () -> Colline.lineage("SELECT 1", new Options()).remove(0));
    }

    static void testThreads() throws Exception {
        Catalog catalog = new Catalog().addTable("hive", "s", "a", "b");
        List<Thread> threads = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> {
                Options options = new Options().dialect("hive").catalog(catalog);
                for (int n = 0; n < 500; n++) {
                    if (Colline.lineage("SELECT * FROM s", options).get(0).edges.size() != 2) {
                        synchronized (wrong) {
                            wrong.add("" + n);
                        }
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        same("[]", wrong);
        catalog.close();
    }

    /** Kilobytes that the process has beside the heap of Java, which is bounded by -Xmx and touched before. */
    private static long resident() throws Exception {
        System.gc();
        return Long.parseLong(new String(Files.readAllBytes(Paths.get("/proc/self/statm"))).split(" ")[1]) * 4;
    }

    static void testMemoryStaysFlat() throws Exception {
        Options options = new Options().dialect("hive");
        long before = 0;
        for (int i = 0; i < calls + calls / 5; i++) {
            if (i == calls / 5) {
                before = resident();
            }
            Colline.lineage("INSERT INTO r SELECT a + " + i + " AS x FROM t WHERE b IN (1, 2)", options);
            if (i % 10 == 0) {
                try (Catalog catalog = new Catalog().addTable("hive", "t", "a", "b")) {
                    Colline.render("SELECT * FROM t", "json", new Options().dialect("hive").catalog(catalog));
                }
            }
        }
        long more = resident() - before;
        if (more > 16384) {
            throw new AssertionError(more + " kilobytes more after " + calls + " calls");
        }
    }
}
