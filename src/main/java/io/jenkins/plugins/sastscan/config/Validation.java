package io.jenkins.plugins.sastscan.config;

import hudson.Util;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.service.Timeouts;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.time.Duration;
import jenkins.model.Jenkins;

/** Validates fields of the global form, for administrators only. */
final class Validation {
    private Validation() {}

    /** Runs a check that throws {@link InvalidInputException} for invalid values. */
    static FormValidation administrator(Runnable check) {
        Jenkins.get().checkPermission(Jenkins.ADMINISTER);
        try {
            check.run();
            return FormValidation.ok();
        } catch (InvalidInputException e) {
            return FormValidation.error(e.getMessage());
        }
    }

    static FormValidation seconds(String value) {
        return administrator(() -> {
            Duration duration = Duration.ofSeconds(wholeNumber(value));
            new Timeouts(duration, duration, duration);
        });
    }

    static int wholeNumber(String value) {
        try {
            return Integer.parseInt(Util.fixNull(value).strip());
        } catch (NumberFormatException e) {
            throw new InvalidInputException("Enter a whole number.");
        }
    }
}
