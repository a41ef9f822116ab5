package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.regex.Pattern;

/**
 * How the name of a branch becomes the full ref that the service wants ({@code refs/heads/main}: every example of it in
 * {@code docs/service.md} is a full ref), and which names are refused.
 */
public final class BranchRef {
    private static final int LONGEST = 1_000;
    private static final int LONGEST_SHOWN = 100;
    private static final String HEADS = "refs/heads/";
    private static final String TAGS = "refs/tags/";
    private static final String REMOTES = "refs/remotes/";

    /** Refs under which hosting services keep proposed changes; they come and go, so no project can be set to one. */
    private static final Pattern PULL_REQUEST_REF =
            Pattern.compile("(refs/)?(pull|pull-requests|merge-requests|changes)/.+");

    /** What multibranch jobs call the branch of a proposed change. */
    private static final Pattern PULL_REQUEST_NAME = Pattern.compile("(PR|MR)-\\d+(-(head|merge))?");

    /** What no ref may contain; the rules are those of {@code git check-ref-format}. */
    private static final Pattern MALFORMED =
            Pattern.compile("[\\x00-\\x20\\x7f~^:?*\\[\\\\]|\\.\\.|@\\{|//|/\\.|\\.lock(/|$)|\\.$|/$|^/|^\\.|^-|^@$");

    private BranchRef() {}

    /**
     * The full ref of a branch that somebody named: {@code main}, {@code feature/x}, {@code refs/heads/main} or a tag's
     * full ref.
     *
     * @throws InvalidInputException if the name is empty, no valid ref, or a pull request's
     */
    public static String of(String name) {
        String trimmed = name == null ? "" : name.strip();
        if (trimmed.isEmpty()) {
            throw new InvalidInputException("The Git branch is empty; name a branch, for example main.");
        }
        if (trimmed.length() > LONGEST) {
            throw new InvalidInputException("The Git branch is longer than " + LONGEST + " characters.");
        }
        if (PULL_REQUEST_REF.matcher(trimmed).matches()
                || PULL_REQUEST_NAME.matcher(trimmed).matches()) {
            throw new InvalidInputException("\"" + shown(trimmed)
                    + "\" names a pull request, which the server cannot fetch as a branch; name the branch itself,"
                    + " or leave out the Git settings for pull requests.");
        }
        if (MALFORMED.matcher(trimmed).find() || trimmed.equals("HEAD")) {
            throw new InvalidInputException(
                    "\"" + shown(trimmed) + "\" is no name of a Git branch; give one such as main or refs/heads/main.");
        }
        if (trimmed.startsWith(REMOTES)) {
            throw new InvalidInputException("\"" + shown(trimmed)
                    + "\" is a clone's copy of a branch; name the branch itself," + " for example refs/heads/main.");
        }
        if (trimmed.startsWith(HEADS) || trimmed.startsWith(TAGS)) {
            return trimmed;
        }
        if (trimmed.startsWith("refs/")) {
            throw new InvalidInputException("\"" + shown(trimmed)
                    + "\" is neither a branch nor a tag; give one such as refs/heads/main or refs/tags/v1.");
        }
        return HEADS + trimmed;
    }

    private static String shown(String name) {
        return PlainText.oneLine(name, LONGEST_SHOWN);
    }

    /** The full ref of a tag's name. */
    static String ofTag(String name) {
        return of(name.startsWith(TAGS) ? name : TAGS + name.strip());
    }

    /**
     * The full ref of what a remote-tracking name stands for: with the remote {@code origin}, both {@code origin/main}
     * and {@code refs/remotes/origin/main} are {@code refs/heads/main}. A name that does not begin with the remote is
     * taken as a branch's own.
     *
     * @throws InvalidInputException as {@link #of}
     */
    public static String ofRemoteTracking(String name, String remote) {
        String trimmed = name == null ? "" : name.strip();
        String tracking = trimmed.startsWith(REMOTES) ? trimmed.substring(REMOTES.length()) : trimmed;
        return of(tracking.startsWith(remote + "/") ? tracking.substring(remote.length() + 1) : tracking);
    }

    /** Whether two names mean the same branch, whatever their spelling: short or full. */
    static boolean same(String one, String other) {
        return shortName(one).equals(shortName(other));
    }

    private static String shortName(String name) {
        String trimmed = name.strip();
        return trimmed.startsWith(HEADS) ? trimmed.substring(HEADS.length()) : trimmed;
    }
}
