package io.jenkins.plugins.sastscan.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Stands in for Jenkins, as a process of its own that is started in the same way: answers what the demo asks. Its
 * plugin is one word: the result of its only job, or {@code ends}, or {@code broken}.
 */
public final class FakeJenkins {
    private static final AtomicInteger ASKED = new AtomicInteger();
    private static final AtomicInteger BUILDS = new AtomicInteger();

    private FakeJenkins() {}

    /** Makes a jar of it that can be run without any class path. */
    static Path jar(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, FakeJenkins.class.getName());
        String file = FakeJenkins.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry(file));
            out.write(FakeJenkins.class.getResourceAsStream("FakeJenkins.class").readAllBytes());
        }
        return jar;
    }

    /** As Jenkins does, takes its port from the arguments and its folder from the environment. */
    public static void main(String... arguments) throws IOException {
        Path home = Path.of(System.getenv("JENKINS_HOME"));
        String fate = Files.readString(home.resolve("plugins/sast-scan.jpi"));
        System.out.println("fate: " + fate);
        if (fate.equals("ends")) {
            return;
        }
        int port = 0;
        for (String argument : arguments) {
            if (argument.startsWith("--httpPort=")) {
                port = Integer.parseInt(argument.substring("--httpPort=".length()));
            }
        }
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> answer(exchange, fate));
        server.start();
    }

    private static void answer(HttpExchange exchange, String fate) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String crumb = exchange.getRequestHeaders().getFirst("Crumb");
        if (fate.equals("broken")) {
            reply(exchange, 500, "");
        } else if (ASKED.getAndIncrement() == 0) {
            reply(exchange, 503, "Please wait");
        } else if (path.equals("/crumbIssuer/api/json")) {
            reply(exchange, 200, "{\"crumbRequestField\":\"Crumb\",\"crumb\":\"c\"}");
        } else if (path.equals("/job/sample/build")) {
            boolean allowed = "c".equals(crumb) && exchange.getRequestMethod().equals("POST");
            if (allowed) {
                BUILDS.incrementAndGet();
            }
            reply(exchange, allowed ? 201 : 403, "");
        } else {
            int number = BUILDS.get();
            String build = number == 0 ? "null" : "{\"number\":" + number + ",\"result\":\"" + fate + "\"}";
            reply(exchange, 200, "{\"jobs\":[{\"name\":\"sample\",\"lastBuild\":" + build + "}]}");
        }
    }

    private static void reply(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
