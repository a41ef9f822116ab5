package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;

/** All in which the two dialects differ. */
interface DialectRules {
    static DialectRules of(Dialect dialect) {
        return dialect == Dialect.CONTRACT ? new ContractRules() : new FieldRules();
    }

    /** What stands before each path. */
    String pathPrefix();

    /** Refuses a wrong version and a wrong type of body. */
    void checkHeaders(SimulatedOperation operation, Headers headers) throws Refusal;

    /** Takes the body of operation 4 or 8 apart. */
    List<BodyPart> readForm(Headers headers, InputStream body, PartTarget target) throws IOException, Refusal;

    /** Refuses a part that should be a file and is none, or the other way round. */
    void checkPart(BodyPart part, boolean file) throws Refusal;

    Set<String> severities();

    Reply license();

    /** The status of a branching operation, as it stands in the answer. */
    Object branchingStatus(String status);

    Reply scanForced();

    /** The answer to a call that was refused. */
    Reply refused(Call call, Refusal refusal);
}
