/** Submissions in builds: credentials, defaults, agents, logging and aborts. */
package io.jenkins.plugins.sastscan.build;
