package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.Locale;

/** A choice among the files of a directory. The patterns of a {@link Selection} apply only to the chosen files. */
public enum FileChoice {
    ALL,
    /** The files that Git tracks, and the untracked files that it does not ignore. */
    NOT_IGNORED,
    TRACKED;

    /** Ignores case, and treats {@code -} as {@code _}. Blank means {@link #ALL}. */
    public static FileChoice of(String text) {
        String name = text == null ? "" : text.strip();
        try {
            return name.isEmpty() ? ALL : valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    "The choice of files " + PlainText.quoted(name) + " is unknown. Use ALL, NOT_IGNORED or TRACKED.");
        }
    }
}
