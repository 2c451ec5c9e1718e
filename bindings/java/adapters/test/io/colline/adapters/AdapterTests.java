package io.colline.adapters;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.apache.doris.nereids.lineage.LineageInfo;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.QueryPlan;
import org.apache.hadoop.hive.ql.hooks.HookContext;
import org.apache.hadoop.hive.ql.hooks.ReadEntity;
import org.apache.hadoop.hive.ql.metadata.Table;

/** Each adapter is called as its engine would, through the stubs; prints TAP lines. */
public final class AdapterTests {
    public static void main(String[] arguments) throws Exception {
        Path file = Files.createTempFile("events", ".jsonl");
        System.setProperty("colline.events", file.toString());
        new HiveHook().run(hive(HookContext.HookType.PRE_EXEC_HOOK));
        new HiveHook().run(hive(HookContext.HookType.POST_EXEC_HOOK));
        new ImpalaHook().onImpalaStartup();
        new ImpalaHook().onQueryComplete(() -> "{\"queryText\":\"INSERT INTO r SELECT \\\"x\\\", y FROM i\",\"hash\":\"0\"}");
        new ImpalaHook().onQueryComplete(() -> null);
        new DorisPlugin.Factory().create().exec(doris());
        System.setProperty("colline.events", "/nonexistent/folder/file");
        java.util.logging.Logger.getLogger("colline").setLevel(java.util.logging.Level.OFF);
        new DorisPlugin().exec(doris());
        List<String> events = Files.readAllLines(file);
        Files.delete(file);
        check(1, "an event for each statement, none for the others", events.size() == 3);
        check(2, "hive: columns come from the plan", events.get(0).contains("\"field\":\"b\"") && events.get(0).contains("d.s"));
        check(3, "impala: the text of the graph", events.get(1).contains("\"field\":\"y\""));
        check(4, "doris: names are completed by the session's database", events.get(2).contains("\"name\":\"shop.o\""));
        System.out.println("1..4");
    }

    private static void check(int number, String name, boolean good) {
        System.out.println((good ? "ok " : "not ok ") + number + " - " + name);
    }

    private static HookContext hive(HookContext.HookType type) {
        Table table = new Table() {
            @Override
            public String getDbName() {
                return "d";
            }

            @Override
            public String getTableName() {
                return "s";
            }

            @Override
            public List<FieldSchema> getAllCols() {
                return Arrays.asList(() -> "a", () -> "b");
            }
        };
        return new HookContext() {
            @Override
            public HookType getHookType() {
                return type;
            }

            @Override
            public QueryPlan getQueryPlan() {
                return () -> "INSERT INTO r SELECT * FROM d.s";
            }

            @Override
            public java.util.Set<ReadEntity> getInputs() {
                return new HashSet<>(Collections.singletonList(() -> table));
            }
        };
    }

    private static LineageInfo doris() {
        return new LineageInfo() {
            @Override
            public String getQueryText() {
                return "INSERT INTO r SELECT a FROM o";
            }

            @Override
            public String getDatabase() {
                return "shop";
            }
        };
    }
}
