package io.colline;

import java.util.Objects;

/** The folded name of a table; parts that are not known are empty. */
public final class TableName {
    public final String catalog;
    public final String database;
    public final String table;

    public TableName(String catalog, String database, String table) {
        this.catalog = catalog;
        this.database = database;
        this.table = table;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableName && ((TableName) other).catalog.equals(catalog)
                && ((TableName) other).database.equals(database) && ((TableName) other).table.equals(table);
    }

    @Override
    public int hashCode() {
        return Objects.hash(catalog, database, table);
    }

    /** The known parts with dots between. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String part : new String[] {catalog, database, table}) {
            if (!part.isEmpty()) {
                text.append(text.length() > 0 ? "." : "").append(part);
            }
        }
        return text.toString();
    }
}
