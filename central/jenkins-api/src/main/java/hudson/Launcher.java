package hudson;

public abstract class Launcher {
    private Launcher() {}
}
