/** What people look at after a build, and while it runs: what builds keep of submissions, its pages, its REST form. */
package io.jenkins.plugins.sastscan.report;
