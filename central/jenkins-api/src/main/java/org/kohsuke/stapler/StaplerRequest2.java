package org.kohsuke.stapler;

import java.util.List;

public interface StaplerRequest2 {
    String getParameter(String name);

    <T> List<T> bindJSONToList(Class<T> type, Object src);
}
