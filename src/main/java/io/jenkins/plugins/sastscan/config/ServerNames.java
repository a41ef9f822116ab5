package io.jenkins.plugins.sastscan.config;

import hudson.model.Item;
import hudson.util.EditDistance;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds SAST servers by name. Messages name only those that the job can use, because more users can read logs. */
final class ServerNames {
    private ServerNames() {}

    /** Returns the names of the SAST servers that a job can use; all names without a job. */
    static List<String> usable(List<SastServer> all, Item job) {
        return all.stream()
                .filter(server -> job == null || server.getAccess().allows(job.getFullName(), Optional.empty()))
                .map(SastServer::getName)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /**
     * Finds a SAST server, whether or not the job can use it.
     *
     * @param name blank if there is only one
     * @throws InvalidInputException if it does not exist, or the name is blank and there are several
     */
    static SastServer find(String name, List<SastServer> all, Item job) {
        String given = name == null ? "" : name.strip();
        return all.stream()
                .filter(server ->
                        given.isEmpty() ? all.size() == 1 : server.getName().equals(given))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        all.isEmpty()
                                ? "No SAST server is configured. An administrator can add one in Manage Jenkins > System > SAST servers."
                                : notFound(given, usable(all, job))));
    }

    private static String notFound(String name, List<String> usable) {
        if (name.isEmpty()) {
            return "Several SAST servers are configured. "
                    + (usable.isEmpty()
                            ? "Ask an administrator for access to one of them."
                            : "Set server to one of these: \"" + String.join("\", \"", usable) + "\".");
        }
        String lower = PlainText.oneLine(name, FieldCheck.MAX_NAME_LENGTH).toLowerCase(Locale.ROOT);
        return "There is no SAST server \"" + name + "\". "
                + usable.stream()
                        .min(Comparator.comparing(
                                each -> EditDistance.editDistance(each.toLowerCase(Locale.ROOT), lower)))
                        .map(nearest -> "Did you mean \"" + nearest + "\"?")
                        .orElse("Check the name, or ask an administrator for it.");
    }
}
