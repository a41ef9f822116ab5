package io.jenkins.plugins.sastscan.report;

import hudson.Extension;
import hudson.model.Action;
import hudson.model.Run;
import java.util.Collection;
import java.util.List;
import jenkins.model.Tab;
import jenkins.model.TransientActionFactory;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * The submissions of a build as a tab of the new build page. The usual build page shows no tabs, so the views of
 * {@link SubmissionsAction} show either the tab or a link.
 */
@Restricted(NoExternalUse.class)
public final class SubmissionsTab extends Tab {
    private final SubmissionsAction action;

    private SubmissionsTab(Run<?, ?> run, SubmissionsAction action) {
        super(run);
        this.action = action;
    }

    @Override
    public String getIconFileName() {
        return action.getIconFileName();
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
            return action != null ? List.of(new SubmissionsTab(run, action)) : List.of();
        }
    }
}
