package hudson.model;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Serializable;

public interface TaskListener extends Serializable {
    TaskListener NULL = null;

    PrintStream getLogger();

    default PrintWriter error(String msg) {
        throw new UnsupportedOperationException();
    }
}
