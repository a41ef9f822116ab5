package io.jenkins.plugins.sastscan.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.jenkins.plugins.sastscan.text.PlainText;

/** Tells a success from everything else that may come back. */
final class ResponseCheck {
    private static final int LONGEST_SHOWN = 200;

    private final PreparedCall call;
    private final ServiceResponse answer;

    private ResponseCheck(PreparedCall call, ServiceResponse answer) {
        this.call = call;
        this.answer = answer;
    }

    /** The JSON object of a success; a missing node if the operation needs none and none came. */
    static JsonNode success(PreparedCall call, ServiceResponse answer, UploadEncoding encoding)
            throws ServiceException {
        if (answer.isRefusal()) {
            throw Refusals.refused(call, answer, encoding);
        }
        return new ResponseCheck(call, answer).body();
    }

    private JsonNode body() throws UnexpectedResponseException {
        if (answer.isRedirect()) {
            throw redirect();
        }
        if (!answer.isSuccess()) {
            throw unexpected("status " + answer.status(), "Check the server's URL.");
        }
        if (call.operation().due() != Operation.Due.NOTHING) {
            checkEnd();
        }
        return json(ResponseText.of(answer));
    }

    private void checkEnd() throws UnexpectedResponseException {
        if (answer.end() == ServiceResponse.End.TOO_LARGE) {
            throw unexpected(
                    "more than " + ResponseBodyReader.LONGEST_SUCCESS / (1024 * 1024) + " MiB",
                    "Check the server's URL: this is not what the service says there.");
        }
        if (answer.end() == ServiceResponse.End.BROKEN) {
            throw unexpected(
                    "text that breaks off or cannot be unpacked",
                    "Run it again; if it happens again, look at what is between here and the service (load balancer,"
                            + " proxy).");
        }
    }

    private JsonNode json(String text) throws UnexpectedResponseException {
        if (HtmlPage.looksLike(text)) {
            throw webPage(HtmlPage.title(text));
        }
        JsonNode json;
        try {
            json = JsonText.parse(text);
        } catch (JsonProcessingException e) {
            return withoutObject("text that is not valid JSON");
        }
        return json.isObject() ? json : withoutObject(json.isMissingNode() ? "nothing" : "JSON that is no object");
    }

    private JsonNode withoutObject(String what) throws UnexpectedResponseException {
        if (call.operation().due() == Operation.Due.JSON) {
            throw unexpected(
                    what + " where a JSON object is due (status " + answer.status() + ")",
                    "Check the path of the server's URL.");
        }
        boolean empty = what.equals("nothing") && answer.end() == ServiceResponse.End.WHOLE;
        if (declaredHtml() && !empty) {
            throw webPage("");
        }
        return MissingNode.getInstance();
    }

    private boolean declaredHtml() {
        return answer.header("Content-Type").orElse("").strip().regionMatches(true, 0, "text/html", 0, 9);
    }

    private UnexpectedResponseException webPage(String title) {
        String named = title.isEmpty() ? "" : " titled \"" + shown(title) + "\"";
        return unexpected(
                "a web page" + named + " instead of the service's own answer (status " + answer.status() + ")",
                "It may be a login page: check the path of the server's URL, and whether something in front of the"
                        + " service asks for a login.");
    }

    private UnexpectedResponseException redirect() {
        String target = answer.header("Location")
                .filter(location -> location.length() <= WebAddress.LONGEST)
                .map(call.url()::resolve)
                .map(url -> " to " + shown(ShownUrl.of(url)))
                .orElse("");
        return unexpected(
                "a redirect" + target + " (status " + answer.status() + ")",
                "Redirects are not followed, since that could send source and secrets elsewhere: give the URL that the"
                        + " service is really at.");
    }

    private String shown(String text) {
        return PlainText.oneLine(call.secrets().mask(text), LONGEST_SHOWN);
    }

    private UnexpectedResponseException unexpected(String what, String hint) {
        return new UnexpectedResponseException(call.tried(), answer.status(), what, hint);
    }
}
