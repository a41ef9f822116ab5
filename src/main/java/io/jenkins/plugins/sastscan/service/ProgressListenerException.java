package io.jenkins.plugins.sastscan.service;

import java.io.IOException;

/** The listener to the progress failed: nobody's fault but this program's. */
final class ProgressListenerException extends IOException {
    private static final long serialVersionUID = 1;

    ProgressListenerException(RuntimeException cause) {
        super(cause);
    }
}
