package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The checked command line of the demo.
 *
 * @param port the port of Jenkins on this machine; used only with {@code --jenkins}
 */
record DemoOptions(
        Path directory, FileChoice files, Dialect dialect, boolean dryRun, Optional<OwnServer> ownServer, int port) {
    private static final String DIRECTORY = "DIR";
    private static final Set<String> WITH_VALUE =
            Set.of("--dialect", "--files", "--server", "--project", "--sources", "--port");
    private static final Set<String> FLAGS = Set.of("--dry-run", "--multipart", "--jenkins");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");

    record OwnServer(ServiceUrl url, ProjectId projectId, boolean multipart) {}

    /** If the argument DIR is missing, uses the value of {@code --sources} as the directory. */
    static DemoOptions parse(String... arguments) {
        Map<String, String> given = given(new ArrayDeque<>(List.of(arguments)));
        for (String excluded : List.of("--server", "--dialect", "--files", "--dry-run")) {
            exclude(given, "--jenkins", excluded);
        }
        exclude(given, "--server", "--dialect");
        require(given, "--server", "--project");
        require(given, "--project", "--server");
        require(given, "--multipart", "--server");
        require(given, "--port", "--jenkins");
        return new DemoOptions(
                Path.of(given.getOrDefault(DIRECTORY, given.getOrDefault("--sources", "."))),
                choice(given, "--files", FileChoice.ALL),
                choice(given, "--dialect", Dialect.CONTRACT),
                given.containsKey("--dry-run"),
                ownServer(given),
                port(given.getOrDefault("--port", "8080")));
    }

    private static <E extends Enum<E>> E choice(Map<String, String> given, String option, E usual) {
        String text = given.getOrDefault(option, usual.name());
        List<E> all = List.of(usual.getDeclaringClass().getEnumConstants());
        return all.stream()
                .filter(each -> each.name().equalsIgnoreCase(text.replace('-', '_')))
                .findFirst()
                .orElseThrow(() ->
                        new InvalidInputException("The value \"" + text + "\" is unknown. Use one of " + all + "."));
    }

    private static Map<String, String> given(Deque<String> rest) {
        Map<String, String> given = new HashMap<>();
        while (!rest.isEmpty()) {
            String argument = rest.remove();
            if (WITH_VALUE.contains(argument) && rest.isEmpty()) {
                throw new InvalidInputException("The option " + argument + " requires a value.");
            } else if (WITH_VALUE.contains(argument)) {
                given.put(argument, rest.remove());
            } else if (FLAGS.contains(argument)) {
                given.put(argument, "");
            } else if (argument.startsWith("-") || argument.isBlank()) {
                throw new InvalidInputException("The option \"" + argument + "\" is unknown.");
            } else if (given.put(DIRECTORY, argument) != null) {
                throw new InvalidInputException("Only one directory is allowed, not also \"" + argument + "\".");
            }
        }
        return given;
    }

    private static void require(Map<String, String> given, String option, String other) {
        if (given.containsKey(option) && !given.containsKey(other)) {
            throw new InvalidInputException(option + " requires " + other + ".");
        }
    }

    private static void exclude(Map<String, String> given, String option, String other) {
        if (given.containsKey(option) && given.containsKey(other)) {
            throw new InvalidInputException(other + " cannot be combined with " + option + ".");
        }
    }

    private static Optional<OwnServer> ownServer(Map<String, String> given) {
        return Optional.ofNullable(given.get("--server"))
                .map(url -> new OwnServer(
                        ServiceUrl.base(url, onThisMachine(url)),
                        ProjectId.parse(given.get("--project")),
                        given.containsKey("--multipart")));
    }

    /** Plain HTTP is allowed only for a server on this machine. On a network, plain HTTP would expose the token. */
    private static boolean onThisMachine(String url) {
        try {
            String host = URI.create(url.strip()).getHost();
            return host != null && LOOPBACK.matcher(host).matches();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static int port(String text) {
        if (text.matches("[1-9][0-9]{0,4}") && Integer.parseInt(text) < 1 << 16) {
            return Integer.parseInt(text);
        }
        throw new InvalidInputException("The port \"" + text + "\" is invalid. Use a number from 1 to 65535.");
    }
}
