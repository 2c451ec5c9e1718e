package io.colline.adapters;

import com.google.gson.JsonParser;
import io.colline.Options;
import org.apache.impala.hooks.QueryCompleteContext;
import org.apache.impala.hooks.QueryEventHook;

/** For Impala: --query_event_hook_classes=io.colline.adapters.ImpalaHook. The text is in the lineage graph; Gson comes with Impala. */
public final class ImpalaHook implements QueryEventHook {
    @Override
    public void onImpalaStartup() {
    }

    @Override
    @SuppressWarnings("deprecation")
    public void onQueryComplete(QueryCompleteContext context) {
        String graph = context.getLineageGraph();
        if (graph != null && !graph.isEmpty()) {
            Events.record(new JsonParser().parse(graph).getAsJsonObject().get("queryText").getAsString(),
                    new Options().dialect("impala"));
        }
    }
}
