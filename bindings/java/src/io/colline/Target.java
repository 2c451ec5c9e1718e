package io.colline;

/** What a statement writes: a table, or a path (directory, file, stage). */
public final class Target {
    /** Null where a path is written. */
    public final TableName table;
    /** Null where a table is written. */
    public final String path;
    public final Operation operation;

    Target(TableName table, String path, Operation operation) {
        this.table = table;
        this.path = path;
        this.operation = operation;
    }

    @Override
    public String toString() {
        return operation + " " + (table != null ? table.toString() : path);
    }
}
