package io.colline;

/** How far an edge can be trusted. */
public enum Quality {
    /** The catalog knows the column. */
    AUTO_CONFIRMED,
    /** It does not, or the name was ambiguous, or the statement was recovered. */
    TO_CONFIRM,
    /** Added by a person; the library never gives it. */
    MANUAL_ADDED
}
