package io.jenkins.plugins.sastscan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.report.ReportKeysTest;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The maps that the reading steps return. {@code docs/pipeline.md} lists their keys. */
class ReturnedMapsTest {
    @Test
    void the_map_of_a_complete_response_has_the_documented_keys() throws IOException {
        assertAnswer(
                "sastLicense",
                ResponseValues.license(json("""
                        {"edition": "Full", "hid": "hid", "expirationDate": "1/31/2030",
                        "osaExpirationDate": "2030-02-01", "isOsaEnabled": true, "maxLOC": "1000",
                        "maxConcurrentScans": 4, "currentUsers": 1, "maxUsers": 2, "currentAuditUsers": 3,
                        "maxAuditUsers": 4, "currentProjectsCount": 5, "projectsAllowed": 6,
                        "supportedLanguages": [{"language": "Java", "isSupported": true}]}
                        """), text -> text),
                "{edition=Full, hardwareId=hid, expirationDate=1/31/2030, osaExpirationDate=2030-02-01,"
                        + " osaEnabled=true, maxLinesOfCode=1000, maxConcurrentScans=4,"
                        + " users={current=1, max=2}, auditUsers={current=3, max=4},"
                        + " projects={current=5, max=6}, languages=[{language=Java, supported=true}]}");
        assertAnswer(
                "sastBranchingStatus",
                ResponseValues.branchingStatus(json("""
                        {"id": 1, "originalProjectId": 2, "originalProjectName": "base", "branchedOnScanId": 3,
                        "branchedProjectId": 4, "status": {"id": 2, "value": "Failed"}, "errorMessage": "why",
                        "timestamp": "1/31/2030", "comment": "note"}
                        """), text -> text),
                "{id=1, originalProjectId=2, originalProjectName=base, branchedOnScanId=3,"
                        + " branchedProjectId=4, status=Failed, statusId=2, errorMessage=why,"
                        + " timestamp=1/31/2030, comment=note}");
        assertAnswer(
                "sastQuery",
                ResponseValues.query(json("{\"queryId\": 5, \"queryVersionCode\": 6}"), text -> text),
                "{queryId=5, queryVersionCode=6}");
        assertAnswer(
                "sastGitSettings",
                ResponseValues.gitSettings(json("""
                        {"url": "https://git.example.com/app", "branch": "refs/heads/main", "useSsh": false,
                        "link": {"rel": "self", "uri": "/projects/7"}}
                        """), text -> text),
                "{url=https://git.example.com/app, branch=refs/heads/main, useSsh=false, link=/projects/7}");
    }

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }

    private static void assertAnswer(String step, ResponseValues values, String text) {
        Map<String, Object> map = values.toMap();
        assertThat(map).hasToString(text);
        ReportKeysTest.assertPlain(map);
        assertThat(ReportKeysTest.documentedKeys(step))
                .containsExactlyInAnyOrderElementsOf(ReportKeysTest.keys(map, ""));
    }
}
