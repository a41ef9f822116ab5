package io.jenkins.plugins.sastscan.step;

import hudson.Util;
import hudson.model.Item;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.function.Consumer;
import jenkins.model.Jenkins;

/** Judges fields of job forms, for whoever may see the form. */
final class FieldCheck {
    private FieldCheck() {}

    /**
     * Runs a check that throws {@link InvalidInputException} for what is wrong. An empty field is fine, and so is one with
     * an expression, since only a build knows what that stands for.
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

    /** Whether a field that has to say something does so. */
    static FormValidation required(Item item, String value, String missing) {
        requireConfigurer(item);
        return Util.fixEmptyAndTrim(value) == null ? FormValidation.error(missing) : FormValidation.ok();
    }

    /**
     * Whoever sees a job's form may have it judged; where there is no job, as in the global Snippet Generator, only an
     * administrator may. Anybody else is denied access.
     */
    static void requireConfigurer(Item item) {
        if (item == null) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
        } else if (!item.hasPermission(Item.EXTENDED_READ)) {
            item.checkPermission(Item.CONFIGURE);
        }
    }
}
