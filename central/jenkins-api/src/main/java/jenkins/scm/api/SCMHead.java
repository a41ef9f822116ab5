package jenkins.scm.api;

import hudson.model.Item;

public class SCMHead {
    private SCMHead() {}

    public String getName() {
        throw new UnsupportedOperationException();
    }

    public abstract static class HeadByItem {
        private HeadByItem() {}

        public static SCMHead findHead(Item item) {
            throw new UnsupportedOperationException();
        }
    }
}
