package io.jenkins.plugins.sastscan.client.http;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** A proxy on a random loopback port, for plain HTTP and for HTTPS tunnels. */
public final class ForwardProxy implements AutoCloseable {
    private static final String AUTHORIZATION = "Proxy-Authorization: ";

    private final RawServer server = new RawServer((self, client) -> serve(client, self.readHead(client)));
    private final List<String> forwarded = new CopyOnWriteArrayList<>();
    private final String authorization;

    private ForwardProxy(String authorization) throws IOException {
        this.authorization = authorization;
    }

    public static ForwardProxy start(String user, String password) throws IOException {
        return new ForwardProxy(AUTHORIZATION + "Basic "
                + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }

    /** A proxy that needs no password, and refuses requests that send one. */
    public static ForwardProxy open() throws IOException {
        return new ForwardProxy(null);
    }

    public int port() {
        return server.port();
    }

    /** The method and the target of each forwarded request. */
    public List<String> forwarded() {
        return List.copyOf(forwarded);
    }

    private void serve(Socket client, String text) throws IOException {
        List<String> head = text.strip().lines().toList();
        boolean allowed = authorization == null
                ? head.stream().noneMatch(line -> line.startsWith(AUTHORIZATION))
                : head.contains(authorization);
        if (!allowed) {
            write(
                    client,
                    "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"proxy\"\r\n"
                            + "Content-Length: 0\r\nConnection: close\r\n\r\n");
            return;
        }
        String[] request = head.get(0).split(" ");
        boolean tunnel = request[0].equals("CONNECT");
        forwarded.add(request[0] + " " + request[1]);
        URI address = URI.create(tunnel ? "http://" + request[1] : request[1]);
        try (Socket target = new Socket(address.getHost(), address.getPort())) {
            if (tunnel) {
                write(client, "HTTP/1.1 200 Connection established\r\n\r\n");
            } else {
                String path = request[1].substring(request[1].indexOf('/', "http://".length()));
                write(
                        target,
                        head.stream()
                                .skip(1)
                                .filter(line -> !line.startsWith("Proxy-") && !line.startsWith("Connection:"))
                                .collect(Collectors.joining(
                                        "\r\n",
                                        request[0] + " " + path + " HTTP/1.1\r\n",
                                        "\r\nConnection: close\r\n\r\n")));
            }
            RawServer.start(() -> copy(target, client));
            copy(client, target);
        }
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException e) {
            // One side closed its connection.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
