package io.jenkins.plugins.sastscan.jenkins;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A proxy for https on a random port of the loopback: tunnels for whoever may use it, and a list of them. */
public final class TunnelProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final String authorization;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<String> tunnels = new CopyOnWriteArrayList<>();

    private TunnelProxy(String authorization) throws IOException {
        this.authorization = authorization;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    public static TunnelProxy start(String user, String password) throws IOException {
        return new TunnelProxy("Proxy-Authorization: Basic "
                + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }

    /** One that everybody may use. */
    public static TunnelProxy open() throws IOException {
        return new TunnelProxy(null);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Host and port of each tunnel that was opened. */
    public List<String> tunnels() {
        return List.copyOf(tunnels);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                threads.execute(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            List<String> head = head(client).lines().toList();
            String target = head.get(0).split(" ")[1];
            if (!head.get(0).startsWith("CONNECT ") || authorization != null && !head.contains(authorization)) {
                answer(client, "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"proxy\"");
                return;
            }
            tunnels.add(target);
            String[] hostAndPort = target.split(":");
            try (Socket server = new Socket(hostAndPort[0], Integer.parseInt(hostAndPort[1]))) {
                sockets.add(server);
                answer(client, "200 Connection established");
                threads.execute(() -> copy(server, client));
                copy(client, server);
            }
        } catch (IOException e) {
            // One of the two went away, as ends of tunnels do.
            return;
        }
    }

    private static String head(Socket client) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = client.getInputStream().read();
            if (next < 0) {
                throw new IOException("half a head");
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private static void answer(Socket client, String status) throws IOException {
        client.getOutputStream().write(("HTTP/1.1 " + status + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException e) {
            // As above.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
