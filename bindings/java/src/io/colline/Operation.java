package io.colline;

/** How a target is written. */
public enum Operation {
    APPEND, OVERWRITE, CREATE, REPLACE, MERGE, UPDATE, DELETE, LOAD
}
