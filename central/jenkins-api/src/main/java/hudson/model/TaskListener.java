package hudson.model;

import java.io.PrintStream;
import java.io.Serializable;

public interface TaskListener extends Serializable {
    TaskListener NULL = null;

    PrintStream getLogger();
}
