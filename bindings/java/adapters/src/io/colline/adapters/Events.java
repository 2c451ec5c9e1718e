package io.colline.adapters;

import io.colline.Colline;
import io.colline.Options;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Where the adapters leave their OpenLineage events: the file that the system property colline.events names, for
 * `colline emit` to send on. An engine is never failed or held up by its lineage: what goes wrong is logged and dropped.
 */
final class Events {
    private Events() {
    }

    static synchronized void record(String sql, Options options) {
        try {
            Path file = Paths.get(System.getProperty("colline.events", "colline-events.jsonl"));
            byte[] event = Colline.render(sql, "openlineage", options).getBytes(StandardCharsets.UTF_8);
            Files.write(file, event, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException | RuntimeException | LinkageError error) {
            Logger.getLogger("colline").log(Level.WARNING, "no lineage event", error);
        }
    }
}
