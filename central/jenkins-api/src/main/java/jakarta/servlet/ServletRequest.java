package jakarta.servlet;

import java.util.Map;

public interface ServletRequest {
    String getParameter(String name);

    Map<String, String[]> getParameterMap();
}
