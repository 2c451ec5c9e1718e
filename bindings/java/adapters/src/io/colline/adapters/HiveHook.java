package io.colline.adapters;

import io.colline.Catalog;
import io.colline.Options;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;
import org.apache.hadoop.hive.ql.hooks.ReadEntity;
import org.apache.hadoop.hive.ql.metadata.Table;

/** For Hive: set hive.exec.post.hooks=io.colline.adapters.HiveHook. The columns of what was read come from the plan. */
public final class HiveHook implements ExecuteWithHookContext {
    @Override
    public void run(HookContext context) {
        if (context.getHookType() != HookContext.HookType.POST_EXEC_HOOK) {
            return;
        }
        try (Catalog catalog = new Catalog()) {
            for (ReadEntity entity : context.getInputs()) {
                add(catalog, entity.getTable());
            }
            Events.record(context.getQueryPlan().getQueryStr(), new Options().dialect("hive").catalog(catalog));
        }
    }

    private static void add(Catalog catalog, Table table) {
        if (table != null) {
            String[] columns = table.getAllCols().stream().map(FieldSchema::getName).toArray(String[]::new);
            catalog.addTable("hive", table.getDbName() + "." + table.getTableName(), columns);
        }
    }
}
