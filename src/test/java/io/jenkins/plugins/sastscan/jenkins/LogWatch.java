package io.jenkins.plugins.sastscan.jenkins;

import hudson.remoting.VirtualChannel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import jenkins.security.MasterToSlaveCallable;

/** Receives log records of all levels, and searches their messages and exceptions for secrets. */
public final class LogWatch extends Handler {
    private final Planted planted;
    private final List<String> hits = new CopyOnWriteArrayList<>();
    private final AtomicLong records = new AtomicLong();
    private final SimpleFormatter formatter = new SimpleFormatter();
    private Level before;

    private LogWatch(Planted planted) {
        this.planted = planted;
        setLevel(Level.ALL);
    }

    public static LogWatch start(Planted planted) {
        LogWatch watch = new LogWatch(planted);
        Logger root = Logger.getLogger("");
        watch.before = root.getLevel();
        root.setLevel(Level.ALL);
        root.addHandler(watch);
        return watch;
    }

    /** Makes an agent write all its log messages to a file on the agent. */
    public static void start(VirtualChannel agent, Path file) throws IOException, InterruptedException {
        agent.call(new IntoFile(file.toString()));
    }

    /** Returns the logger, the level and the secrets of each log record that contains a secret. */
    public List<String> hits() {
        return List.copyOf(hits);
    }

    public long records() {
        return records.get();
    }

    @Override
    public void publish(LogRecord record) {
        records.incrementAndGet();
        List<String> secrets = planted.in(formatter.format(record));
        if (!secrets.isEmpty()) {
            hits.add(record.getLoggerName() + " " + record.getLevel() + ": " + secrets);
        }
    }

    @Override
    public void flush() {
        // Nothing is buffered.
    }

    @Override
    public void close() {
        Logger root = Logger.getLogger("");
        root.removeHandler(this);
        root.setLevel(before);
    }

    private static final class IntoFile extends MasterToSlaveCallable<Void, IOException> {
        private static final long serialVersionUID = 1;
        private final String file;

        IntoFile(String file) {
            this.file = file;
        }

        @Override
        public Void call() throws IOException {
            Handler handler = new FileHandler(file);
            handler.setEncoding("UTF-8");
            handler.setFormatter(new SimpleFormatter());
            handler.setLevel(Level.ALL);
            Logger.getLogger("").addHandler(handler);
            Logger.getLogger("").setLevel(Level.ALL);
            return null;
        }
    }
}
