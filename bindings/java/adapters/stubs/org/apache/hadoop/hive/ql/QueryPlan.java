package org.apache.hadoop.hive.ql;

/** Stub: what the example uses of Hive's class. */
public interface QueryPlan {
    String getQueryStr();
}
