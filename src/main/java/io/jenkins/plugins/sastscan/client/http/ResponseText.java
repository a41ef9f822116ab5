package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What the body of a response says. */
final class ResponseText {
    private static final Pattern TITLE =
            Pattern.compile("<title(?:\\s[^<>]{0,200}+)?+>([^<]*+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern XML = Pattern.compile("^[^;]*[/+]xml\\s*+(?:;|$)", Pattern.CASE_INSENSITIVE);
    private static final Pattern CHARSET =
            Pattern.compile(";\\s*+charset\\s*+=\\s*+\"?+([^\\s;\"]++)", Pattern.CASE_INSENSITIVE);
    private static final Pattern TAG = Pattern.compile("<[^<>]*+>");
    private static final Pattern REFERENCE = Pattern.compile("&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-z]{2,4});");
    private static final List<String> NAMES = List.of("amp", "lt", "gt", "quot", "apos", "nbsp");

    /** The fields that can contain a message, in lower case, the most informative one first. */
    private static final List<String> MESSAGES = List.of(
            "messagedetails",
            "exceptionmessage",
            "detail",
            "message",
            "errormessage",
            "error_description",
            "errors",
            "error",
            "title");

    private static final int MAX_DEPTH = 64;
    private static final int MAX_LENGTH = 1_000;
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    // Disabled, because with this feature, parsing fails if too many field names have the same hash.
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    final String text;
    private final AttemptResult response;
    private final Optional<JsonNode> json;

    ResponseText(AttemptResult response) {
        this.response = response;
        this.text = decoded();
        this.json = parse(text);
    }

    /** Returns empty if the text is not JSON, or is nested too deeply. */
    static Optional<JsonNode> parse(String text) {
        try {
            return Optional.of(MAPPER.readTree(text));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** The JSON object of the response, or a missing node. */
    JsonNode object() {
        return json.filter(JsonNode::isObject).orElse(MissingNode.getInstance());
    }

    /** Describes a response that is not a JSON object. */
    String kind() {
        if (text.isBlank()) {
            return "the response is empty";
        }
        return json.isPresent() ? "the response is another JSON value" : "the response is not JSON";
    }

    /** Tells whether the text is HTML or XML. No other valid response begins with {@code <}. */
    private boolean isMarkup() {
        return text.stripLeading().startsWith("<");
    }

    private boolean isXml() {
        boolean declared =
                text.stripLeading().startsWith("<?xml") || XML.matcher(type()).find();
        return isMarkup() && declared && !text.contains("<html");
    }

    private String type() {
        return response.header("content-type").orElse("");
    }

    boolean isWebPage() {
        boolean declared = type().regionMatches(true, 0, "text/html", 0, 9);
        boolean none = text.isBlank() && response.kind() == Kind.COMPLETE;
        return isMarkup() && !isXml() || declared && !none && !object().isObject();
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
        boolean complete = response.kind() == Kind.COMPLETE;
        String said;
        if (complete && json.isPresent()) {
            said = message(json.get(), 0);
        } else if (isMarkup()) {
            said = isXml() ? words(text) : title();
        } else {
            said = text.strip().lines().findFirst().orElse("");
        }
        String masked = complete ? secrets.mask(said) : secrets.maskCut(said);
        return PlainText.oneLine(masked.strip(), MAX_LENGTH);
    }

    /** Returns the first field that can contain a message, or else all texts. */
    private static String message(JsonNode node, int depth) {
        if (node.isTextual() || depth == MAX_DEPTH) {
            return node.asText().strip();
        }
        for (String wanted : MESSAGES) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                String text = field.getKey().equalsIgnoreCase(wanted) ? message(field.getValue(), depth + 1) : "";
                if (!text.isEmpty()) {
                    return text;
                }
            }
        }
        // The fields above have no text. Reading them again would double the time at each level.
        Stream<JsonNode> others = node.isObject()
                ? node.properties().stream()
                        .filter(field -> MESSAGES.stream().noneMatch(field.getKey()::equalsIgnoreCase))
                        .map(Map.Entry::getValue)
                : StreamSupport.stream(node.spliterator(), false);
        return others.map(element -> message(element, depth + 1))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String words(String markup) {
        return REFERENCE
                .matcher(TAG.matcher(markup).replaceAll(" "))
                .replaceAll(found -> Matcher.quoteReplacement(character(found)))
                .replaceAll("[\\s\u00a0]+", " ")
                .strip();
    }

    private static String character(MatchResult reference) {
        String name = reference.group(1);
        if (!name.startsWith("#")) {
            int index = NAMES.indexOf(name);
            return index < 0 ? reference.group() : "&<>\"'\u00a0".substring(index, index + 1);
        }
        boolean hex = Character.toLowerCase(name.charAt(1)) == 'x';
        int code = hex ? Integer.parseInt(name.substring(2), 16) : Integer.parseInt(name.substring(1));
        return code > 0 && Character.isValidCodePoint(code) ? Character.toString(code) : reference.group();
    }

    /** Declared charsets are often wrong, so they count only if the text is not UTF-8. */
    private String decoded() {
        byte[] body = response.body();
        Charset utf16 = utf16(body);
        if (utf16 != null) {
            return new String(body, utf16);
        }
        CharBuffer utf8 = CharBuffer.allocate(body.length);
        // An incomplete body may end within a character.
        CoderResult result = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(body), utf8, response.kind() == Kind.COMPLETE);
        return result.isError()
                ? new String(body, declared())
                : utf8.flip().toString().replaceFirst("^\ufeff", "");
    }

    /** Recognizes UTF-16, which can look like UTF-8: secrets in it would not be masked. Returns null for other text. */
    private static Charset utf16(byte[] body) {
        int first = body.length < 2 ? 0x4040 : ByteBuffer.wrap(body).getChar();
        if (first == 0xfeff || first == 0xfffe) {
            return StandardCharsets.UTF_16;
        }
        boolean little = (first & 0xff) == 0;
        return little ? StandardCharsets.UTF_16LE : first < 0x100 ? StandardCharsets.UTF_16BE : null;
    }

    private Charset declared() {
        Matcher named = CHARSET.matcher(type());
        try {
            return named.find() ? Charset.forName(named.group(1)) : StandardCharsets.ISO_8859_1;
        } catch (IllegalArgumentException e) {
            return StandardCharsets.ISO_8859_1;
        }
    }
}
