package io.jenkins.plugins.sastscan.service;

/** The file to send cannot be read, or changed while it was sent; the service got nothing whole. */
public final class UnreadableFileException extends ServiceException {
    private static final long serialVersionUID = 1;

    /**
     * @param what is wrong with the file, as a whole clause that names it
     * @param hint what to do about it, whole sentences
     */
    public UnreadableFileException(CallDescription tried, String what, String hint) {
        super(tried, "%s failed: %s.".formatted(tried.operation(), what), hint);
    }
}
