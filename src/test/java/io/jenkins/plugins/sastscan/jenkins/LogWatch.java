package io.jenkins.plugins.sastscan.jenkins;

import hudson.remoting.VirtualChannel;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import jenkins.security.MasterToSlaveCallable;

/** Writes the log messages of all levels to a file, on this machine or on an agent. */
public final class LogWatch extends MasterToSlaveCallable<Void, IOException> {
    private static final long serialVersionUID = 1;
    private final String file;

    private LogWatch(Path file) {
        this.file = file.toString();
    }

    /** @return ends the logging */
    public static Closeable here(Path file) throws IOException {
        Logger root = Logger.getLogger("");
        Level before = root.getLevel();
        Handler handler = new LogWatch(file).start();
        return () -> {
            root.removeHandler(handler);
            root.setLevel(before);
            handler.close();
        };
    }

    public static void on(VirtualChannel agent, Path file) throws IOException, InterruptedException {
        agent.call(new LogWatch(file));
    }

    @Override
    public Void call() throws IOException {
        start();
        return null;
    }

    private Handler start() throws IOException {
        Handler handler = new FileHandler(file);
        handler.setEncoding("UTF-8");
        handler.setFormatter(new SimpleFormatter());
        handler.setLevel(Level.ALL);
        Logger.getLogger("").addHandler(handler);
        Logger.getLogger("").setLevel(Level.ALL);
        return handler;
    }
}
