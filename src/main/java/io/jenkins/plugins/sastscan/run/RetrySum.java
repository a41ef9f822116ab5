package io.jenkins.plugins.sastscan.run;

import io.jenkins.plugins.sastscan.service.ServiceException;
import java.io.IOException;
import java.util.function.IntSupplier;

/** How often the calls of a submission were tried again: those from the controller, and uploads from wherever. */
final class RetrySum implements IntSupplier {
    private IntSupplier calls = () -> 0;
    private int uploads;

    /** An upload, which tells how often it was tried again. */
    interface Upload {
        int run() throws IOException, InterruptedException;
    }

    void and(IntSupplier number) {
        calls = number;
    }

    /** Runs an upload and counts; what the machine of an agent says is taken for no less than nothing. */
    void of(Upload upload) throws IOException, InterruptedException {
        try {
            uploads += Math.max(0, upload.run());
        } catch (ServiceException e) {
            uploads += Math.max(0, e.retries());
            throw e;
        }
    }

    @Override
    public int getAsInt() {
        return uploads + calls.getAsInt();
    }
}
