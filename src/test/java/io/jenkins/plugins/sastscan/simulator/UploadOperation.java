package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;

/** Receives archives. */
final class UploadOperation {
    private final DialectRules rules;
    private final ArchiveStore store;
    private final long limit;

    UploadOperation(DialectRules rules, ArchiveStore store, long limit) {
        this.rules = rules;
        this.store = store;
        this.limit = limit;
    }

    Reply answer(Call call, SimulatedProject project) throws IOException, Refusal {
        if (call.announcedLength() > limit) {
            throw new Refusal(413, "the archive is too large");
        }
        ArchiveStore.Incoming incoming = store.receive();
        boolean kept = false;
        try {
            receive(call, incoming);
            project.uploaded(incoming.stored());
            kept = true;
        } finally {
            if (!kept) {
                incoming.discard();
            }
        }
        return Reply.empty(204);
    }

    private void receive(Call call, ArchiveStore.Incoming incoming) throws IOException, Refusal {
        boolean[] begun = new boolean[1];
        call.holds(rules.readForm(call.headers(), call.body(), head -> {
            if (begun[0] || !head.name().equals("zippedSource")) {
                throw new Refusal(400, "a field is unknown or comes twice: " + head.name());
            }
            rules.checkPart(head, true);
            begun[0] = true;
            return incoming;
        }));
        if (!begun[0] || !incoming.looksLikeZip()) {
            throw new Refusal(400, "zippedSource is missing or no zip");
        }
    }
}
