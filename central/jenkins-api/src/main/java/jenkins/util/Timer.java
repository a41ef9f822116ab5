package jenkins.util;

import java.util.concurrent.ScheduledExecutorService;

public class Timer {
    private Timer() {}

    public static synchronized ScheduledExecutorService get() {
        throw new UnsupportedOperationException();
    }
}
