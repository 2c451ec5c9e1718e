package org.apache.impala.hooks;

/** Stub: what the example uses of Impala's class. */
public interface QueryCompleteContext {
    /** The JSON of Impala's lineage log. */
    String getLineageGraph();
}
