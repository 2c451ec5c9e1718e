package org.apache.hadoop.hive.ql.hooks;

import org.apache.hadoop.hive.ql.metadata.Table;

/** Stub: what the example uses of Hive's class. */
public interface ReadEntity {
    Table getTable();
}
