package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.LicenseData;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Slow networks and services take time, and nothing else of the machine that waits for them. */
@Timeout(60)
class WaitingTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static final long SPENT_NANOS = 300_000_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Test
    void a_call_under_way_leaves_the_processors_to_others() throws Exception {
        HeldFault fault = Fault.delay();
        fixture.simulator.schedule(SimulatedOperation.LICENSE, fault);
        Set<Long> known = Arrays.stream(threads.getAllThreadIds()).boxed().collect(Collectors.toSet());
        FutureTask<LicenseData> call = new FutureTask<>(fixture.service()::license);
        new Thread(call).start();
        fault.awaitArrival();
        long before = spentOnCalls(known);
        spend();
        assertThat(spentOnCalls(known) - before).isLessThan(SPENT_NANOS / 4);
        fault.release();
        assertThat(call.get()).isEqualTo(fixture.service().license());
    }

    @Test
    @Timeout(20)
    void no_thread_stays_idle_after_a_call() throws Exception {
        fixture.service().license();
        while (Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(Objects::nonNull)
                .anyMatch(thread -> thread.getThreadName().startsWith("OkHttpCall"))) {
            Thread.yield();
        }
    }

    /** Processor time of this thread: what spins beside it gets about as much. */
    private void spend() {
        long end = threads.getCurrentThreadCpuTime() + SPENT_NANOS;
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** By the threads of the HTTP client, which outlive it, and by those that are new. */
    private long spentOnCalls(Set<Long> known) {
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(Objects::nonNull)
                .filter(thread -> thread.getThreadName().startsWith("OkHttp") || !known.contains(thread.getThreadId()))
                .mapToLong(thread -> Math.max(0, threads.getThreadCpuTime(thread.getThreadId())))
                .sum();
    }
}
