package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client of the simulator that does everything right until told otherwise. */
final class Client {
    static final String FORM = "application/x-www-form-urlencoded";
    static final String BOUNDARY = "next-part";
    static final String MULTIPART = "multipart/form-data; boundary=" + BOUNDARY;

    private final Simulator simulator;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Client(Simulator simulator) {
        this.simulator = simulator;
    }

    HttpRequest.Builder to(String path, String version) {
        return HttpRequest.newBuilder(URI.create(simulator.baseUrl() + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + simulator.accessToken())
                .header("Accept", "application/json;v=" + version);
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String version, String type, byte[] body)
            throws IOException, InterruptedException {
        return send(to(path, version).header("Content-Type", type).POST(BodyPublishers.ofByteArray(body)));
    }

    HttpResponse<String> post(String path, String version, String type, String body)
            throws IOException, InterruptedException {
        return post(path, version, type, bytes(body));
    }

    HttpResponse<String> token(String form) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(simulator.tokenUrl())
                .header("Content-Type", FORM)
                .POST(BodyPublishers.ofString(form)));
    }

    static byte[] bytes(String latin1) {
        return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String encoded(byte[] bytes) {
        return URLEncoder.encode(new String(bytes, StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
    }

    /** The upload body of a dialect. */
    static byte[] upload(Dialect dialect, byte[] zip) {
        return dialect == Dialect.CONTRACT
                ? bytes("zippedSource=" + encoded(zip))
                : bytes(filePart("zippedSource", "application/zip", zip) + lastBoundary());
    }

    static String uploadType(Dialect dialect) {
        return dialect == Dialect.CONTRACT ? FORM : MULTIPART;
    }

    static String filePart(String name, String type, byte[] content) {
        return "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"file\"\r\n"
                + "Content-Type: " + type + "\r\n\r\n" + new String(content, StandardCharsets.ISO_8859_1) + "\r\n";
    }

    static String textPart(String name, String content) {
        return "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + content + "\r\n";
    }

    static String lastBoundary() {
        return "--" + BOUNDARY + "--\r\n";
    }
}
