package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.MediaType;

/** What the body of a response says. */
final class ResponseText {
    private static final Pattern TITLE =
            Pattern.compile("<title(?:\\s[^<>]{0,200}+)?+>([^<]*+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern TAG = Pattern.compile("<!\\[CDATA\\[|]]>|<[^<>]*+>");
    private static final Pattern REFERENCE =
            Pattern.compile("&(?:#(\\d{1,6}|x\\p{XDigit}{1,5})|(lt|gt|quot|apos|nbsp|amp));");
    private static final Map<String, String> CHARACTERS =
            Map.of("lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", " ", "amp", "&");
    /** Also decodes ISO-8859-1, except for control characters. */
    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    /** The fields that can contain a message, in lower case, the most informative one first. */
    private static final List<String> MESSAGES = List.of(
            "messagedetails",
            "exceptionmessage",
            "detail",
            "message",
            "errormessage",
            "error_description",
            "error",
            "title");
    /** The fields that tell what is wrong with single values, in addition to the message. */
    private static final List<String> DETAILS = List.of("errors", "modelstate", "details", "messagedetail");

    private static final int MAX_LENGTH = 1_000;
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    final String text;
    private final boolean complete;
    private final String type;
    /** Missing if the text is not JSON, or is nested too deeply. */
    final JsonNode json;

    ResponseText(AttemptResult response) {
        complete = response.kind() == Kind.COMPLETE;
        type = response.headers().getOrDefault("content-type", "").toLowerCase(Locale.ROOT);
        text = decoded(response.body()).strip();
        json = complete ? parsed(text) : MissingNode.getInstance();
    }

    private static JsonNode parsed(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** Tells whether the text is HTML or XML. No other valid response begins with {@code <}. */
    private boolean isMarkup() {
        return text.startsWith("<");
    }

    private boolean isXml() {
        return isMarkup() && (text.startsWith("<?xml") || type.contains("xml")) && !text.contains("<html");
    }

    boolean isWebPage() {
        boolean empty = text.isEmpty() && complete;
        return isMarkup() ? !isXml() : type.startsWith("text/html") && !empty && !json.isObject();
    }

    /** Returns the title of a web page on one line; empty if there is none. */
    String title() {
        Matcher title = TITLE.matcher(text);
        return isMarkup() && title.find() ? words(title.group(1)) : "";
    }

    /**
     * Returns what an error response says, masked and on one line: the message or the texts of JSON, the texts of XML,
     * the title of a web page, or the first line of other text. Returns an empty text if it says nothing.
     */
    String error(SecretMask secrets) {
        String said;
        if (!json.isMissingNode()) {
            said = message(json);
        } else if (isMarkup()) {
            said = isXml() ? words(text) : title();
        } else {
            said = text.lines().findFirst().orElse("");
        }
        String masked = secrets.mask(said);
        // The last word of an incomplete text may be the start of a secret.
        String safe = complete || masked.length() > MAX_LENGTH ? masked : masked.replaceFirst("\\S*$", "");
        return PlainText.oneLine(safe.strip(), MAX_LENGTH);
    }

    /** Returns the most informative message and the details, or else all texts. */
    private static String message(JsonNode node) {
        if (!node.isContainerNode()) {
            return node.isTextual() ? node.asText().strip() : "";
        }
        // Each field is read once. Otherwise, the time would double at each level.
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties()
                .forEach(
                        field -> texts.putIfAbsent(field.getKey().toLowerCase(Locale.ROOT), message(field.getValue())));
        if (node.isArray()) {
            node.forEach(element -> texts.put("" + texts.size(), message(element)));
        }
        texts.values().removeIf(String::isEmpty);
        Set<String> said = new LinkedHashSet<>();
        MESSAGES.stream().filter(texts::containsKey).findFirst().map(texts::get).ifPresent(said::add);
        DETAILS.stream().filter(texts::containsKey).map(texts::get).forEach(said::add);
        return String.join("; ", said.isEmpty() ? texts.values() : said);
    }

    private static String words(String markup) {
        return REFERENCE
                .matcher(TAG.matcher(markup).replaceAll(" "))
                .replaceAll(found -> Matcher.quoteReplacement(character(found)))
                .replaceAll("[\\s\u00a0]+", " ")
                .strip();
    }

    private static String character(MatchResult reference) {
        String number = reference.group(1);
        if (number == null) {
            return CHARACTERS.get(reference.group(2));
        }
        boolean hexadecimal = number.startsWith("x");
        return Character.toString(Integer.parseInt(hexadecimal ? number.substring(1) : number, hexadecimal ? 16 : 10));
    }

    /**
     * Declared charsets are often wrong, so they count only if the text is not UTF-8. Without the null characters, UTF-16
     * looks like UTF-8, so that secrets in it are masked.
     */
    private String decoded(byte[] body) {
        String utf8 = new String(body, StandardCharsets.UTF_8);
        // An incomplete body may end within a character.
        String whole = complete ? utf8 : utf8.replaceFirst("\ufffd$", "");
        MediaType declared = MediaType.parse(type.replace("iso-8859-1", "windows-1252"));
        Charset other = declared == null ? WINDOWS_1252 : declared.charset(WINDOWS_1252);
        String decoded = whole.contains("\ufffd") ? new String(body, other) : whole;
        return decoded.replace("\0", "").replaceFirst("^(?:\ufeff|\u00ff\u00fe|\u00fe\u00ff)", "");
    }
}
