package io.colline;

/** How SQL is read. Setters return the options, so that calls can be chained; calls copy what they use. */
public final class Options {
    String dialect = "generic";
    String defaultDatabase;
    int flags;
    Catalog catalog;

    /** "hive", "impala", "doris", "postgres" ... */
    public Options dialect(String name) {
        this.dialect = name;
        return this;
    }

    /** The database (or "catalog.schema") of names that say none; null: none. */
    public Options defaultDatabase(String name) {
        this.defaultDatabase = name;
        return this;
    }

    /** What tables there are; null: nothing is known. */
    public Options catalog(Catalog what) {
        this.catalog = what;
        return this;
    }

    /** Edges go through views whose definition the catalog knows. */
    public Options expandViews(boolean on) {
        return flag(1, on);
    }

    /** Edges go through temporary tables to what fed them. */
    public Options foldTemporary(boolean on) {
        return flag(2, on);
    }

    /** ${x}, {{ x }}, :x, ? are parameters; the default. */
    public Options templates(boolean on) {
        return flag(4, !on);
    }

    /** Targets and sources only, no column edges. */
    public Options tableLevel(boolean on) {
        return flag(8, on);
    }

    /** Leave out value edges whose column stands only in a condition. */
    public Options narrow(boolean on) {
        return flag(16, on);
    }

    private Options flag(int bit, boolean on) {
        flags = on ? flags | bit : flags & ~bit;
        return this;
    }
}
