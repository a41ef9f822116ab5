package org.jenkinsci.plugins.workflow.flow;

import java.util.List;
import org.jenkinsci.plugins.workflow.graph.FlowNode;
import org.springframework.security.core.Authentication;

public abstract class FlowExecution {
    FlowExecution() {}

    public abstract List<FlowNode> getCurrentHeads();

    public Authentication getAuthentication2() {
        throw new UnsupportedOperationException();
    }
}
