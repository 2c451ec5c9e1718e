package org.apache.hadoop.hive.metastore.api;

/** Stub: what the example uses of Hive's class. */
public interface FieldSchema {
    String getName();
}
