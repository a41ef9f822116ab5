/** Stored reports of submissions, with their pages and their REST API. */
package io.jenkins.plugins.sastscan.report;
