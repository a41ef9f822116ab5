package io.jenkins.plugins.sastscan.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** What a running Jenkins tells and does over HTTP, for its user of this demo. */
final class JenkinsPages {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int STARTING = 503;

    private final HttpClient http = HttpClient.newBuilder()
            .proxy(HttpClient.Builder.NO_PROXY)
            // A crumb holds for a session only.
            .cookieHandler(new CookieManager())
            .build();
    private final URI address;
    private final String login;

    /** @param address with a slash at its end */
    JenkinsPages(URI address, String user, String password) {
        this.address = address;
        login = "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Whether it is up.
     *
     * @throws IOException if it says that it never will be
     */
    boolean up() throws IOException, InterruptedException {
        HttpResponse<String> page;
        try {
            page = send(request("api/json"));
        } catch (IOException e) {
            // It does not listen yet.
            return false;
        }
        if (page.statusCode() == STARTING) {
            return false;
        }
        if (page.statusCode() != 200) {
            throw new IOException("Jenkins could not start (HTTP " + page.statusCode() + ").");
        }
        return true;
    }

    /**
     * The jobs by name, each with the result of its last build; an empty one as long as it is not built.
     *
     * @param builds as often as this
     */
    Map<String, String> results(int builds) throws IOException, InterruptedException {
        String jobs = body(request("api/json?tree=jobs%5Bname,lastBuild%5Bnumber,result%5D%5D"));
        Map<String, String> results = new TreeMap<>();
        for (JsonNode job : JSON.readTree(jobs).path("jobs")) {
            JsonNode last = job.path("lastBuild");
            boolean built = last.path("number").asInt() >= builds;
            results.put(job.path("name").asText(), built ? last.path("result").asText("") : "");
        }
        return results;
    }

    /** Asks for a build of a job. */
    void build(String job) throws IOException, InterruptedException {
        JsonNode crumb = JSON.readTree(body(request("crumbIssuer/api/json")));
        body(request("job/" + job + "/build?delay=0sec")
                .header(
                        crumb.path("crumbRequestField").asText(),
                        crumb.path("crumb").asText())
                .POST(HttpRequest.BodyPublishers.noBody()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(address.resolve(path))
                .header("Authorization", login)
                .timeout(Duration.ofMinutes(1));
    }

    private String body(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> page = send(request);
        if (page.statusCode() / 100 != 2) {
            throw new IOException("Jenkins answered " + page.statusCode() + " to " + page.uri() + ".");
        }
        return page.body();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
