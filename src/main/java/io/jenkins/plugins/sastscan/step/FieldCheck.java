package io.jenkins.plugins.sastscan.step;

import hudson.Util;
import hudson.model.Item;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.function.Consumer;
import jenkins.model.Jenkins;

/** Validates fields of job forms, for users with access to the form. */
final class FieldCheck {
    private FieldCheck() {}

    /**
     * Runs a check that throws {@link InvalidInputException} for invalid values. Accepts empty fields, and expressions,
     * which only a build can expand.
     */
    static FormValidation configurer(Item item, String value, Consumer<String> check) {
        requireConfigurer(item);
        String text = Util.fixEmptyAndTrim(value);
        if (text == null || text.contains("$")) {
            return FormValidation.ok();
        }
        try {
            check.accept(text);
            return FormValidation.ok();
        } catch (InvalidInputException e) {
            return FormValidation.error(e.getMessage());
        }
    }

    static FormValidation required(Item item, String value, String missing) {
        requireConfigurer(item);
        return Util.fixEmptyAndTrim(value) == null ? FormValidation.error(missing) : FormValidation.ok();
    }

    /**
     * Requires access to the configuration of the job. Without a job, as in the global Snippet Generator, requires an
     * administrator.
     */
    static void requireConfigurer(Item item) {
        if (item == null) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
        } else if (!item.hasPermission(Item.EXTENDED_READ)) {
            item.checkPermission(Item.CONFIGURE);
        }
    }
}
