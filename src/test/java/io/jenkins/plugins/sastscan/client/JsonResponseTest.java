package io.jenkins.plugins.sastscan.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values that the client reads from JSON. For complete responses, see {@link ContractTest}. */
@Timeout(60)
class JsonResponseTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    private ResponseValues read(SimulatedOperation operation, String json) throws Exception {
        fixture.simulator.always(operation, Fault.answer(200).withJson(json.replace('\'', '"')));
        return switch (operation) {
            case LICENSE -> fixture.service().license();
            case BRANCHING_STATUS -> fixture.service().branchingStatus(Fixture.PROJECT);
            case QUERY -> fixture.service().query("Java", "High", "x");
            default -> fixture.service().gitSettings(Fixture.PROJECT, SecretMask.of(new SecretText("p4ssw0rd")));
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "QUERY | {} | {}",
                "QUERY | {'queryId':-1} | {'queryId':-1}",
                "QUERY | {'queryId':9223372036854775807} | {'queryId':9223372036854775807}",
                "QUERY | {'queryId':' 9223372036854775807 '} | {'queryId':9223372036854775807}",
                "QUERY | {'queryId':9223372036854775808,'queryVersionCode':'9223372036854775808'} | {}",
                "QUERY | {'queryId':1.5,'queryVersionCode':1e3} | {}",
                "QUERY | {'queryId':'many','queryVersionCode':''} | {}",
                "QUERY | {'queryId':null,'queryVersionCode':true} | {}",
                "QUERY | {'queryId':[1],'queryVersionCode':{}} | {}",
                "READ_GIT | {} | {}",
                "READ_GIT | {'url':'','branch':1.50,'useSsh':'True'} | {'url':'','branch':'1.5','useSsh':true}",
                "READ_GIT | {'url':12,'branch':true,'useSsh':' FALSE '} | {'url':'12','branch':'true','useSsh':false}",
                "READ_GIT | {'url':null,'branch':[],'useSsh':'yes','link':'l'} | {}",
                "READ_GIT | {'url':{},'useSsh':1,'link':{'uri':'l'}} | {'link':'l'}",
                "READ_GIT | {'url':'a://p4ssw0rd@b','link':{'uri':'p4ssw0rd'}} | {'url':'a://****@b','link':'****'}",
                "BRANCHING_STATUS | `` | {}",
                "BRANCHING_STATUS | {'status':'Failed','errorMessage':'x'} | {'status':'Failed','errorMessage':'x'}",
                "BRANCHING_STATUS | {'status':{'id':'3','value':'Failed','x':[]}} | {'status':'Failed','statusId':3}",
                "BRANCHING_STATUS | {'status':[],'id':1} | {'id':1}",
                "LICENSE | {'supportedLanguages':{'language':'Java'},'maxUsers':2}"
                        + " | {'users':{'max':2},'auditUsers':{},'projects':{},'languages':[]}",
                "LICENSE | {'supportedLanguages':[{'language':'C','isSupported':'true'},{},'Go',null,{'language':'D'}]}"
                        + " | {'users':{},'auditUsers':{},'projects':{},"
                        + "'languages':[{'language':'C','supported':true},{'language':'D'}]}",
            })
    void values_of_the_wrong_type_are_converted_or_ignored(SimulatedOperation operation, String json, String values)
            throws Exception {
        assertThat(new ObjectMapper()
                        .writeValueAsString(read(operation, json).toMap())
                        .replace('"', '\''))
                .isEqualTo(values);
    }

    @Test
    void a_masked_text_can_be_compared_unmasked_and_replaced() throws Exception {
        ResponseValues values = read(SimulatedOperation.READ_GIT, "{'url':'a://p4ssw0rd@b'}");
        assertThat(values.unmasked("url")).contains("a://p4ssw0rd@b");
        assertThat(values.with("url", shown -> shown + "/c").toMap()).hasToString("{url=a://****@b/c}");
    }
}
