package io.colline;

/**
 * The tables, views and functions that SQL is read against. Build it first, then share it between threads; close it when no call uses
 * it any more. (Forgotten ones are freed when they are collected.)
 */
public final class Catalog implements AutoCloseable {
    private long handle;

    public Catalog() {
        Native.load();
        handle = Native.catalogNew();
    }

    /** Run a script of CREATE TABLE, CREATE VIEW, ALTER ... on the catalog. Statements that cannot be read are an exception; the others count. */
    public synchronized Catalog addDdl(String dialect, String defaultDatabase, String ddl) {
        Native.catalogAddDdl(open(), Native.utf8(dialect), Native.utf8(defaultDatabase), Native.utf8(ddl));
        return this;
    }

    /** Add a document of the JSON form (docs/catalog.md). */
    public synchronized Catalog addJson(String dialect, String json) {
        Native.catalogAddJson(open(), Native.utf8(dialect), Native.utf8(json));
        return this;
    }

    /** Add or replace a table with these columns. */
    public synchronized Catalog addTable(String dialect, String name, String... columns) {
        byte[][] names = new byte[columns.length][];
        for (int i = 0; i < columns.length; i++) {
            names[i] = Native.utf8(columns[i]);
        }
        Native.catalogAddTable(open(), Native.utf8(dialect), Native.utf8(name), names);
        return this;
    }

    private long open() {
        if (handle == 0) {
            throw new IllegalStateException("the catalog is closed");
        }
        return handle;
    }

    /** One more reference for a call, so that close() of another thread does not pull the catalog away. */
    synchronized long retain() {
        return Native.catalogRetain(open());
    }

    @Override
    public synchronized void close() {
        if (handle != 0) {
            Native.catalogRelease(handle);
            handle = 0;
        }
    }

    @Override
    @SuppressWarnings("deprecation")
    protected void finalize() {
        close();
    }
}
