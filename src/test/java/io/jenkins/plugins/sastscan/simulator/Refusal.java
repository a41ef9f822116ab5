package io.jenkins.plugins.sastscan.simulator;

/** The server refuses a call: a status, and the reason, which not every dialect sends. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    final int status;

    Refusal(int status, String message) {
        super(message);
        this.status = status;
    }
}
