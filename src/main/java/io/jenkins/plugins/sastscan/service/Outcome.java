package io.jenkins.plugins.sastscan.service;

/** What came of one attempt. */
sealed interface Outcome permits Answer, Outcome.Failed {
    /** Whether the same request may fare better a moment later. */
    boolean isPassing();

    /** The answer if there is one. */
    Answer answer() throws ServiceException;

    /** No answer. */
    record Failed(ServiceException failure, boolean isPassing) implements Outcome {
        @Override
        public Answer answer() throws ServiceException {
            throw failure;
        }
    }
}
