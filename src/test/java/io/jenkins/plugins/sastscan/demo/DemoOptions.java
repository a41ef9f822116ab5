package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The checked command line of the demo.
 *
 * @param port the port of Jenkins on this machine; used only with {@code --jenkins}
 */
record DemoOptions(Path directory, FileChoice files, Dialect dialect, boolean dryRun, int port) {
    private static final String DIRECTORY = "DIR";
    private static final Set<String> WITH_VALUE = Set.of("--dialect", "--files", "--sources", "--port");
    private static final Set<String> FLAGS = Set.of("--dry-run", "--jenkins");

    /** If the argument DIR is missing, uses the value of {@code --sources} as the directory. */
    static DemoOptions parse(String... arguments) {
        Map<String, String> given = given(new ArrayDeque<>(List.of(arguments)));
        for (String excluded : List.of("--dialect", "--files", "--dry-run")) {
            if (given.containsKey("--jenkins") && given.containsKey(excluded)) {
                throw new InvalidInputException(excluded + " cannot be combined with --jenkins.");
            }
        }
        return new DemoOptions(
                Path.of(given.getOrDefault(DIRECTORY, given.getOrDefault("--sources", "."))),
                choice(given, "--files", FileChoice.ALL),
                choice(given, "--dialect", Dialect.CONTRACT),
                given.containsKey("--dry-run"),
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

    private static int port(String text) {
        if (text.matches("[1-9][0-9]{0,4}") && Integer.parseInt(text) < 1 << 16) {
            return Integer.parseInt(text);
        }
        throw new InvalidInputException("The port \"" + text + "\" is invalid. Use a number from 1 to 65535.");
    }
}
