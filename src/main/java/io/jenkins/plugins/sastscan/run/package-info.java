/** A submission inside a build: its credentials and defaults, the agent, the log, the abort. */
package io.jenkins.plugins.sastscan.run;
