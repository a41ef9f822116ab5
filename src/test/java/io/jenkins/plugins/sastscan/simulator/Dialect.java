package io.jenkins.plugins.sastscan.simulator;

/** Which of the two descriptions of the service the simulator plays. */
public enum Dialect {
    /** The contract to the letter: whatever it does not show is refused, and bodies that it does not show are empty. */
    CONTRACT,
    /** As servers in the field are seen to behave: path prefix, multipart uploads, JSON errors, odd answers. */
    FIELD
}
