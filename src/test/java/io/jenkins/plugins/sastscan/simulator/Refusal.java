package io.jenkins.plugins.sastscan.simulator;

/** The service says no: a status, and why, for those dialects that tell. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    final int status;

    Refusal(int status, String message) {
        super(message);
        this.status = status;
    }
}
