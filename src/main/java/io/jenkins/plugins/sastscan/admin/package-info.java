/** What administrators see of the submissions of all jobs. */
package io.jenkins.plugins.sastscan.admin;
