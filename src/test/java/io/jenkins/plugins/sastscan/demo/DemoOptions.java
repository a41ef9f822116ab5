package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.text.PlainText;
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
record DemoOptions(
        Path directory,
        FileChoice files,
        Dialect dialect,
        boolean dryRun,
        Optional<OwnServer> ownServer,
        Optional<JenkinsOptions> jenkins) {
    private static final int LONGEST_SHOWN = 100;

    /** A server of the user's own. */
    record OwnServer(ServiceUrl url, ProjectId projectId, boolean multipart) {}

    /**
     * A Jenkins to try the plugin in.
     *
     * @param port where it listens on this machine
     * @param war Jenkins itself
     * @param target what the official build made: the plugin, and the plugins that go with it
     */
    record JenkinsOptions(int port, Path war, Path target) {}

    /** The command line is not one that the demo knows; the message says why. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }

    /**
     * Reads the command line. What it does not name stays as the script gave it: {@code --sources} is the directory to
     * submit if no other is named, {@code --war} and {@code --target} are where the official build has put its parts.
     *
     * @throws UsageException if it has unknown, missing or contradicting parts
     * @throws io.jenkins.plugins.sastscan.text.InvalidInputException if an address or id is malformed
     */
    static DemoOptions parse(String... arguments) throws UsageException {
        Parser parser = new Parser(new ArrayDeque<>(List.of(arguments)));
        parser.parse();
        return new DemoOptions(
                path(parser.directory),
                FileChoice.of(parser.files),
                parser.dialect.orElse(Dialect.CONTRACT),
                parser.dryRun,
                parser.ownServer(),
                parser.jenkins());
    }

    private static Path path(String name) throws UsageException {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new UsageException("The path \"" + shown(name)
                    + "\" cannot be named in this locale; set LC_ALL to a UTF-8 one, for example C.UTF-8.");
        }
    }

    private static String shown(String argument) {
        return PlainText.oneLine(argument, LONGEST_SHOWN);
    }

    private static final class Parser {
        private static final String DEFAULT_PORT = "8080";
        private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");

        private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");

        private final Deque<String> rest;
        private String directory = ".";
        private boolean directoryNamed;
        private String files = "";
        private Optional<Dialect> dialect = Optional.empty();
        private boolean dryRun;
        private boolean multipart;
        private Optional<String> server = Optional.empty();
        private Optional<String> project = Optional.empty();
        private boolean jenkins;
        private Optional<String> port = Optional.empty();
        private String war = "";
        private String target = "";

        Parser(Deque<String> arguments) {
            rest = arguments;
        }

        void parse() throws UsageException {
            while (!rest.isEmpty()) {
                String argument = rest.remove();
                switch (argument) {
                    case "--dialect" -> dialect = Optional.of(dialect(value(argument)));
                    case "--files" -> files = value(argument);
                    case "--dry-run" -> dryRun = true;
                    case "--multipart" -> multipart = true;
                    case "--server" -> server = Optional.of(value(argument));
                    case "--project" -> project = Optional.of(value(argument));
                    case "--sources" -> directory = value(argument);
                    case "--jenkins" -> jenkins = true;
                    case "--port" -> port = Optional.of(value(argument));
                    case "--war" -> war = value(argument);
                    case "--target" -> target = value(argument);
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
            ServiceUrl url = ServiceUrl.base(server.get(), onThisMachine(server.get()));
            return Optional.of(new OwnServer(url, ProjectId.parse(project.get()), multipart));
        }

        private Optional<JenkinsOptions> jenkins() throws UsageException {
            if (!jenkins) {
                if (port.isPresent()) {
                    throw new UsageException("--port goes with --jenkins.");
                }
                return Optional.empty();
            }
            if (server.isPresent() || dialect.isPresent() || dryRun || !files.isEmpty()) {
                throw new UsageException("Only --port and a directory go with --jenkins.");
            }
            return Optional.of(new JenkinsOptions(port(port.orElse(DEFAULT_PORT)), path(war), path(target)));
        }

        private static int port(String text) throws UsageException {
            if (PORT.matcher(text).matches() && Integer.parseInt(text) < 1 << 16) {
                return Integer.parseInt(text);
            }
            throw new UsageException("The port \"" + shown(text) + "\" is none; give a number from 1 to 65535.");
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
