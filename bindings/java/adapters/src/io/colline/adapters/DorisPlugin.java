package io.colline.adapters;

import io.colline.Options;
import org.apache.doris.nereids.lineage.LineageInfo;
import org.apache.doris.nereids.lineage.LineagePlugin;
import org.apache.doris.nereids.lineage.LineagePluginFactory;

/** For Doris: activate_lineage_plugin = colline; the jar names the factory in META-INF/services. */
public final class DorisPlugin implements LineagePlugin {
    /** What Doris finds by the service loader. */
    public static final class Factory implements LineagePluginFactory {
        @Override
        public String name() {
            return "colline";
        }

        @Override
        public LineagePlugin create() {
            return new DorisPlugin();
        }
    }

    @Override
    public String name() {
        return "colline";
    }

    @Override
    public boolean eventFilter() {
        return true;
    }

    @Override
    public boolean exec(LineageInfo info) {
        Events.record(info.getQueryText(), new Options().dialect("doris").defaultDatabase(info.getDatabase()));
        return true;
    }
}
