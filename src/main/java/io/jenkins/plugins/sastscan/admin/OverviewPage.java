package io.jenkins.plugins.sastscan.admin;

import hudson.Util;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jvnet.localizer.Localizable;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The projects that match a filter, in the order of a column, one page of them. */
@ExportedBean
public final class OverviewPage {
    static final int PAGE_SIZE = 100;

    public final String filter;

    private final Column column;
    private final boolean descending;

    @Exported
    public final int page;

    private final List<ProjectRow> matching;

    /** The columns of the table that can be sorted. */
    public enum Column {
        SERVER(Messages._OverviewPage_server(), row -> row.server),
        PROJECT(Messages._OverviewPage_project(), row -> row.projectId),
        STATE(Messages._OverviewPage_state(), row -> row.state.name()),
        JOB(Messages._OverviewPage_job(), row -> row.job),
        TIME(Messages._OverviewPage_time(), row -> row.time),
        FILES(Messages._OverviewPage_files(), row -> row.files),
        SIZE(Messages._OverviewPage_size(), row -> row.rawBytes);

        private final Localizable label;
        private final Comparator<ProjectRow> order;

        <T extends Comparable<T>> Column(Localizable label, Function<ProjectRow, T> value) {
            this.label = label;
            order = Comparator.comparing(value);
        }

        public boolean isNumber() {
            return this == FILES || this == SIZE;
        }

        public String getLabel() {
            return label.toString();
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
                .filter(each -> PlainText.key(each).equals(key))
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
    public int getPages() {
        return Math.max(1, (matching.size() + PAGE_SIZE - 1) / PAGE_SIZE);
    }

    public Column[] getColumns() {
        return Column.values();
    }

    /** The link that sorts by a column, or reverses the order if the table is sorted by it. */
    public String sortedBy(Column next) {
        return link((next == column && !descending ? "-" : "") + PlainText.key(next), 1);
    }

    /** The arrow at the heading of the column that the table is sorted by. */
    public String arrow(Column heading) {
        if (heading != column) {
            return "";
        }
        return descending ? "\u2193" : "\u2191";
    }

    public String onPage(int next) {
        return link((descending ? "-" : "") + PlainText.key(column), next);
    }

    private String link(String sort, int next) {
        return "?sort=" + sort + "&page=" + next + "&filter=" + Util.rawEncode(filter);
    }
}
