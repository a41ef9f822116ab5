package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.input.PlainText;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceAddress;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The command line of the demo, checked. */
record DemoOptions(Path directory, Dialect dialect, boolean dryRun, Optional<OwnServer> ownServer) {
    /** A server of the user's own. */
    record OwnServer(ServiceAddress address, long projectId, boolean multipart) {}

    /** The command line is not one that the demo knows; the message says why. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }

    /**
     * Reads the command line. What it does not name stays as the script gave it: {@code --sources} is the directory to
     * submit if no other is named.
     *
     * @throws UsageException if it has unknown, missing or contradicting parts
     * @throws io.jenkins.plugins.sastscan.input.InvalidInputException if an address or id is malformed
     */
    static DemoOptions parse(String... arguments) throws UsageException {
        Parser parser = new Parser(new ArrayDeque<>(List.of(arguments)));
        parser.parse();
        return new DemoOptions(
                parser.path(), parser.dialect.orElse(Dialect.CONTRACT), parser.dryRun, parser.ownServer());
    }

    private static final class Parser {
        private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");

        private static final int LONGEST_SHOWN = 100;

        private final Deque<String> rest;
        private String directory = ".";
        private boolean directoryNamed;
        private Optional<Dialect> dialect = Optional.empty();
        private boolean dryRun;
        private boolean multipart;
        private Optional<String> server = Optional.empty();
        private Optional<String> project = Optional.empty();

        Parser(Deque<String> arguments) {
            rest = arguments;
        }

        void parse() throws UsageException {
            while (!rest.isEmpty()) {
                String argument = rest.remove();
                switch (argument) {
                    case "--dialect" -> dialect = Optional.of(dialect(value(argument)));
                    case "--dry-run" -> dryRun = true;
                    case "--multipart" -> multipart = true;
                    case "--server" -> server = Optional.of(value(argument));
                    case "--project" -> project = Optional.of(value(argument));
                    case "--sources" -> directory = value(argument);
                    default -> directory(argument);
                }
            }
        }

        private void directory(String argument) throws UsageException {
            if (argument.startsWith("-")) {
                throw new UsageException("The option " + shown(argument) + " is unknown.");
            }
            if (argument.isBlank()) {
                throw new UsageException("The directory is empty.");
            }
            if (directoryNamed) {
                throw new UsageException("Give one directory, not \"" + shown(argument) + "\" as well.");
            }
            directory = argument;
            directoryNamed = true;
        }

        Path path() throws UsageException {
            try {
                return Path.of(directory);
            } catch (InvalidPathException e) {
                throw new UsageException("The directory \"" + shown(directory)
                        + "\" cannot be named in this locale; set LC_ALL to a UTF-8 one, for example C.UTF-8.");
            }
        }

        private static String shown(String argument) {
            return PlainText.oneLine(argument, LONGEST_SHOWN);
        }

        private String value(String option) throws UsageException {
            if (rest.isEmpty()) {
                throw new UsageException("The option " + option + " wants a value.");
            }
            return rest.remove();
        }

        private static Dialect dialect(String name) throws UsageException {
            for (Dialect dialect : Dialect.values()) {
                if (dialect.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return dialect;
                }
            }
            throw new UsageException("The dialect \"" + shown(name) + "\" is unknown; give contract or field.");
        }

        private Optional<OwnServer> ownServer() throws UsageException {
            if (server.isEmpty()) {
                if (project.isPresent() || multipart) {
                    throw new UsageException("--project and --multipart go with --server.");
                }
                return Optional.empty();
            }
            if (dialect.isPresent()) {
                throw new UsageException("--dialect is for the embedded service and does not go with --server.");
            }
            if (project.isEmpty()) {
                throw new UsageException("--server wants --project and the project's id.");
            }
            ServiceAddress address = ServiceAddress.parse(server.get(), onThisMachine(server.get()));
            return Optional.of(new OwnServer(address, ProjectId.parse(project.get()), multipart));
        }

        /** Plain http shows the token to everybody on the way, so it may not leave this machine. */
        private static boolean onThisMachine(String url) {
            try {
                String host = URI.create(url.strip()).getHost();
                return host != null && LOOPBACK.matcher(host).matches();
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
    }
}
