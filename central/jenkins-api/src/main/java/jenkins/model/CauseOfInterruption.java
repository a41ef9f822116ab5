package jenkins.model;

import java.io.Serializable;

public abstract class CauseOfInterruption implements Serializable {}
