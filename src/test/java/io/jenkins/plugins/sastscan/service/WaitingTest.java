package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Slow networks and services take time, and not the processors of the machine that waits for them. */
@Timeout(60)
class WaitingTest {
    private static final long SPENT_NANOS = 300_000_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Test
    void a_call_under_way_leaves_the_processors_to_others() throws Exception {
        HeldFault fault = Fault.delay();
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.schedule(SimulatedOperation.LICENSE, fault);
            CompletableFuture<LicenseData> call = new CompletableFuture<>();
            new Thread(() -> answer(call, fixture.service())).start();
            fault.awaitArrival();
            long before = spentByOthers();
            spend();
            assertThat(spentByOthers() - before).isLessThan(SPENT_NANOS / 4);
            fault.release();
            assertThat(call.get()).isEqualTo(fixture.service().license());
        }
    }

    private static void answer(CompletableFuture<LicenseData> call, SastService service) {
        try {
            call.complete(service.license());
        } catch (Exception e) {
            call.completeExceptionally(e);
        }
    }

    /** Processor time of this thread: what spins beside it gets about as much. */
    private void spend() {
        long end = threads.getCurrentThreadCpuTime() + SPENT_NANOS;
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Of all threads but this one that live. */
    private long spentByOthers() {
        return Arrays.stream(threads.getAllThreadIds())
                .filter(id -> id != Thread.currentThread().getId())
                .map(threads::getThreadCpuTime)
                .filter(nanos -> nanos > 0)
                .sum();
    }
}
