package hudson;

public abstract class Plugin {
    private Plugin() {}
}
