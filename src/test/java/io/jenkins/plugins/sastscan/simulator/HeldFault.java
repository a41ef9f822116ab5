package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.util.concurrent.Semaphore;

/** A fault that keeps its call waiting until released, or until the simulator is closed. */
public final class HeldFault extends Fault {
    private final HeldBehaviour held;
    private final Semaphore releases = new Semaphore(0);

    /** Where a call waits. */
    interface Hold {
        void await() throws InterruptedException;
    }

    /** What is done with a call before and after it waits. */
    interface HeldBehaviour {
        void meet(Call call, Hold hold) throws IOException, InterruptedException;
    }

    HeldFault(HeldBehaviour held) {
        super(Call::drop);
        this.held = held;
    }

    /** The call has arrived when it waits, whatever it has read or done before. */
    @Override
    void meet(Call call) throws IOException, InterruptedException {
        held.meet(call, () -> {
            arrived();
            releases.acquire();
        });
    }

    /** Lets the call go on: once, or by one byte. */
    public void release() {
        release(1);
    }

    /** As so many times {@link #release()}. */
    public void release(int times) {
        releases.release(times);
    }
}
