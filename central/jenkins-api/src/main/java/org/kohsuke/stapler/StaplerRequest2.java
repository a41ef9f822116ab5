package org.kohsuke.stapler;

import jakarta.servlet.ServletRequest;
import java.util.List;
import net.sf.json.JSONObject;

public interface StaplerRequest2 extends ServletRequest {
    <T> T bindJSON(Class<T> type, JSONObject src);

    <T> List<T> bindJSONToList(Class<T> type, Object src);
}
