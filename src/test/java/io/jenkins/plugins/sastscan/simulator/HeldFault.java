package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.util.concurrent.Semaphore;

/** A fault that keeps its call waiting until released, or until the simulator is closed. */
public final class HeldFault extends Fault {
    private final Semaphore releases = new Semaphore(0);

    HeldFault(Behaviour behaviour) {
        super(behaviour);
    }

    /** The call has arrived when it waits, whatever it has read or done before. */
    @Override
    void meet(Call call) throws IOException, InterruptedException {
        meet(call, () -> {
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
