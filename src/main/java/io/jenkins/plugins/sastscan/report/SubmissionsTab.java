package io.jenkins.plugins.sastscan.report;

import hudson.Extension;
import hudson.model.Action;
import hudson.model.Run;
import java.util.Collection;
import java.util.List;
import jenkins.model.Tab;
import jenkins.model.TransientActionFactory;

/** The submissions of a build as a tab, for users who have turned on the new build page. Links to the same page. */
public final class SubmissionsTab extends Tab {
    private final SubmissionsAction action;

    private SubmissionsTab(Run<?, ?> run, SubmissionsAction action) {
        super(run);
        this.action = action;
    }

    @Override
    public String getIconFileName() {
        return SubmissionsAction.ICON;
    }

    @Override
    public String getDisplayName() {
        return action.getDisplayName();
    }

    @Override
    public String getUrlName() {
        return action.getUrlName();
    }

    @Extension
    @SuppressWarnings("rawtypes")
    public static final class Factory extends TransientActionFactory<Run> {
        @Override
        public Class<Run> type() {
            return Run.class;
        }

        @Override
        public Class<? extends Action> actionType() {
            return Tab.class;
        }

        @Override
        public Collection<? extends Action> createFor(Run target) {
            Run<?, ?> run = target;
            SubmissionsAction action = run.getAction(SubmissionsAction.class);
            return action != null && action.isTab() ? List.of(new SubmissionsTab(run, action)) : List.of();
        }
    }
}
