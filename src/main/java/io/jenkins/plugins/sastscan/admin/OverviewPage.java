package io.jenkins.plugins.sastscan.admin;

import hudson.Util;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The projects that match a filter, in the order of a column, one page of them. */
@ExportedBean
@Restricted(NoExternalUse.class)
public final class OverviewPage {
    static final int PAGE_SIZE = 100;

    private final String filter;
    private final Column column;
    private final boolean descending;
    private final int page;
    private final List<ProjectRow> matching;

    /** The columns of the table that can be sorted. */
    public enum Column {
        SERVER(ProjectRow::getServer),
        PROJECT(ProjectRow::getProjectId),
        JOB(ProjectRow::getJob),
        STATE(ProjectRow::getState),
        TIME(ProjectRow::getTime),
        FILES(ProjectRow::getFiles),
        SIZE(ProjectRow::getRawBytes);

        private final Comparator<ProjectRow> order;

        <T extends Comparable<T>> Column(Function<ProjectRow, T> value) {
            order = Comparator.comparing(value);
        }

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        public boolean isNumber() {
            return this == FILES || this == SIZE;
        }

        public String getLabel() {
            return switch (this) {
                case SERVER -> Messages.OverviewPage_server();
                case PROJECT -> Messages.OverviewPage_project();
                case JOB -> Messages.OverviewPage_job();
                case STATE -> Messages.OverviewPage_state();
                case TIME -> Messages.OverviewPage_time();
                case FILES -> Messages.OverviewPage_files();
                case SIZE -> Messages.OverviewPage_size();
            };
        }
    }

    /**
     * What is null or unknown has its default: no filter, the oldest submission first, the first page.
     *
     * @param filter text that the server, the project ID, the job or the state contains, in any case
     * @param sort the lower-case name of a {@link Column}; with a leading {@code -} for the reverse order
     * @param page 1 for the first page
     */
    OverviewPage(List<ProjectRow> rows, String filter, String sort, String page) {
        this.filter = Util.fixNull(filter).strip();
        descending = Util.fixNull(sort).startsWith("-");
        String key = Util.fixNull(sort).substring(descending ? 1 : 0);
        column = List.of(Column.values()).stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElse(Column.TIME);
        matching = rows.stream()
                .filter(row -> row.matches(this.filter))
                .sorted(descending ? column.order.reversed() : column.order)
                .toList();
        int wanted = Util.fixNull(page).matches("[0-9]{1,6}") ? Integer.parseInt(page) : 1;
        this.page = Math.max(1, Math.min(wanted, getPages()));
    }

    @Exported(inline = true)
    public List<ProjectRow> getProjects() {
        return matching.stream().skip((page - 1L) * PAGE_SIZE).limit(PAGE_SIZE).toList();
    }

    /** The number of projects on all pages. */
    @Exported
    public int getCount() {
        return matching.size();
    }

    @Exported
    public int getPage() {
        return page;
    }

    @Exported
    public int getPages() {
        return Math.max(1, (matching.size() + PAGE_SIZE - 1) / PAGE_SIZE);
    }

    public String getFilter() {
        return filter;
    }

    public Column[] getColumns() {
        return Column.values();
    }

    /** The link that sorts by a column, or reverses the order if the table is sorted by it. */
    public String sortedBy(Column next) {
        return link((next == column && !descending ? "-" : "") + next.key(), 1);
    }

    /** The arrow at the heading of the column that the table is sorted by. */
    public String arrow(Column heading) {
        if (heading != column) {
            return "";
        }
        return descending ? "\u2193" : "\u2191";
    }

    public String onPage(int next) {
        return link((descending ? "-" : "") + column.key(), next);
    }

    private String link(String sort, int next) {
        return "?sort=" + sort + "&page=" + next + "&filter=" + Util.rawEncode(filter);
    }
}
