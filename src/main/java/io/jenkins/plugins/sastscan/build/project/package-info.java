/** The projects of SAST servers: whose turn it is to change one, and what was last submitted to it. No Jenkins. */
package io.jenkins.plugins.sastscan.build.project;
