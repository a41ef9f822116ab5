package io.jenkins.plugins.sastscan.simulator;

/** The status and the reason with which the server refuses a call. Not every dialect sends the reason. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    final int status;

    Refusal(int status, String message) {
        super(message);
        this.status = status;
    }
}
