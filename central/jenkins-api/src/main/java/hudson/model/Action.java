package hudson.model;

public interface Action {
    String getIconFileName();

    String getDisplayName();

    String getUrlName();
}
