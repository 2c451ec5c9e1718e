package org.apache.hadoop.hive.ql.metadata;

import java.util.List;
import org.apache.hadoop.hive.metastore.api.FieldSchema;

/** Stub: what the example uses of Hive's class. */
public interface Table {
    String getDbName();

    String getTableName();

    List<FieldSchema> getAllCols();
}
