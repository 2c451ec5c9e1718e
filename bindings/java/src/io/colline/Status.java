package io.colline;

/** How much of a statement was understood. */
public enum Status {
    OK,
    /** A syntax error was recovered from, or a name was ambiguous or unknown. */
    PARTIAL,
    /** No target, source or edge could be told. */
    ERROR
}
