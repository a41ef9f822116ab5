package io.jenkins.plugins.sastscan.simulator;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.MultipartReader;
import okio.Okio;

/** Takes {@code multipart/form-data} apart as it streams by (RFC 7578). */
final class Multipart {
    private static final Pattern DISPOSITION =
            Pattern.compile("form-data; name=\"([^\"]+)\"(?:; filename=\"([^\"]+)\")?");

    private Multipart() {}

    static List<BodyPart> read(InputStream in, String boundary, BodyPart.Target target) throws IOException, Refusal {
        List<BodyPart> parts = new ArrayList<>();
        try (MultipartReader reader = new MultipartReader(Okio.buffer(Okio.source(in)), boundary)) {
            for (MultipartReader.Part part = reader.nextPart(); part != null; part = reader.nextPart()) {
                BodyPart head = head(part);
                try (OutputStream out = target.open(head)) {
                    parts.add(head.withLength(part.body().readAll(Okio.sink(out))));
                }
            }
            return parts;
        } catch (ProtocolException | EOFException e) {
            // If the body is cut short, its connection is gone, which reading on shows.
            in.transferTo(OutputStream.nullOutputStream());
            throw new Refusal(400, "the body is not laid out as multipart");
        }
    }

    private static BodyPart head(MultipartReader.Part part) throws Refusal {
        Matcher disposition = DISPOSITION.matcher("" + part.headers().get("Content-Disposition"));
        if (!disposition.matches()) {
            throw new Refusal(400, "a part is not form-data with a name");
        }
        return new BodyPart(
                disposition.group(1),
                Optional.ofNullable(disposition.group(2)),
                Optional.ofNullable(part.headers().get("Content-Type")),
                0);
    }
}
