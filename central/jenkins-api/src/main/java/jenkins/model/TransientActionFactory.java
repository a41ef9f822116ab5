package jenkins.model;

import hudson.model.Action;
import java.util.Collection;

public abstract class TransientActionFactory<T> {
    public abstract Class<T> type();

    public Class<? extends Action> actionType() {
        throw new UnsupportedOperationException();
    }

    public abstract Collection<? extends Action> createFor(T target);
}
