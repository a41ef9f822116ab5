package io.jenkins.plugins.sastscan.simulator;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The projects and queries that the service knows. */
final class ServiceState {
    private final Map<Long, SimulatedProject> projects = new ConcurrentHashMap<>();
    private final Map<QueryName, QueryVersion> queries = new ConcurrentHashMap<>();

    /** What a query is looked up by. */
    record QueryName(String language, String severity, String name) {}

    /** What is found. */
    record QueryVersion(long queryId, long queryVersionCode) {}

    SimulatedProject addProject(long id) {
        SimulatedProject project = new SimulatedProject(id);
        if (projects.putIfAbsent(id, project) != null) {
            throw new IllegalArgumentException("project " + id + " is there already");
        }
        return project;
    }

    Optional<SimulatedProject> project(long id) {
        return Optional.ofNullable(projects.get(id));
    }

    void addQuery(QueryName name, QueryVersion version) {
        queries.put(name, version);
    }

    Optional<QueryVersion> query(QueryName name) {
        return Optional.ofNullable(queries.get(name));
    }
}
