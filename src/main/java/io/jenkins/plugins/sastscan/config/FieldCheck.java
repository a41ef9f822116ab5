package io.jenkins.plugins.sastscan.config;

import hudson.Util;
import hudson.model.Item;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jenkins.model.Jenkins;
import jenkins.security.FIPS140;

/**
 * Validates fields of forms with the checks that builds use. A check throws {@link InvalidInputException} for an
 * invalid value.
 */
public final class FieldCheck {
    static final int MAX_NAME_LENGTH = 200;

    private FieldCheck() {}

    static void serverName(String name, List<String> names) {
        if (name.isEmpty()) {
            throw new InvalidInputException("The name is missing. Enter a name for use in jobs.");
        }
        if (!PlainText.oneLine(name, MAX_NAME_LENGTH).equals(name)) {
            throw new InvalidInputException("The name contains a line break or another invisible character,"
                    + " or is longer than " + MAX_NAME_LENGTH + " characters. Enter another name.");
        }
        if (Collections.frequency(names, name) > 1) {
            throw new InvalidInputException("Another SAST server has this name. Names must be unique.");
        }
    }

    /** Returns the error message for an unknown or missing name. Suggests only SAST servers that the job can use. */
    static String unknownServer(String name, List<String> usable) {
        String problem = name.isEmpty()
                ? "Several SAST servers are configured."
                : "There is no SAST server \"" + PlainText.oneLine(name, MAX_NAME_LENGTH) + "\".";
        return usable.isEmpty()
                ? problem + " Ask an administrator for access to one."
                : problem + " Set server to one of these: \"" + String.join("\", \"", usable) + "\".";
    }

    /** Returns the URL unchanged. In FIPS mode, rejects a URL that begins with {@code http:}. */
    static String requireTlsInFipsMode(String url) {
        if (FIPS140.useCompliantAlgorithms() && Util.fixNull(url).matches("(?is)\\s*http:.*")) {
            throw new InvalidInputException("Jenkins runs in FIPS mode, which requires TLS for each SAST server."
                    + " Use a URL that begins with https://.");
        }
        return url;
    }

    /** Checks a field of the global form, for administrators only. */
    static FormValidation administrator(Runnable check) {
        Jenkins.get().checkPermission(Jenkins.ADMINISTER);
        return problem(check).map(FormValidation::error).orElseGet(FormValidation::ok);
    }

    /**
     * Checks a row of the global form, for administrators only. Skips the check if all given fields are empty, so that
     * a new row shows no errors.
     */
    static FormValidation unlessNew(Runnable check, String... fields) {
        boolean isNew = Stream.of(fields).allMatch(field -> Util.fixEmptyAndTrim(field) == null);
        return administrator(isNew ? () -> {} : check);
    }

    /**
     * Checks a field of a job form, unless it is empty or has an expression such as {@code ${NAME}}, which only a build
     * can expand.
     */
    public static FormValidation configurer(Item item, String value, Consumer<String> check) {
        requireConfigurer(item);
        String text = Util.fixEmptyAndTrim(value);
        if (text == null || text.contains("$")) {
            return FormValidation.ok();
        }
        return problem(() -> check.accept(text)).map(FormValidation::error).orElseGet(FormValidation::ok);
    }

    /** Without a job, as in the global Snippet Generator, the user must be an administrator. */
    public static void requireConfigurer(Item item) {
        if (item == null) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
        } else if (!item.hasPermission(Item.EXTENDED_READ)) {
            item.checkPermission(Item.CONFIGURE);
        }
    }

    /** Returns the error message if the check fails. */
    public static Optional<String> problem(Runnable check) {
        try {
            check.run();
            return Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.of(e.getMessage());
        }
    }
}
