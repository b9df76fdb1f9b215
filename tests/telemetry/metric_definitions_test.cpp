#include "telemetry/metric_definitions.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string_view>

TEST_CASE("each metric is defined once, in sentences, with a name and a source")
{
    std::set<std::string_view> keys;
    for (const telemetry::MetricDefinition& metric : telemetry::metric_definitions)
    {
        CAPTURE(metric.key);
        CHECK(keys.insert(metric.key).second);
        CHECK(telemetry::find_metric_definition(metric.key) == &metric);
        CHECK_FALSE(metric.name.empty());
        CHECK_FALSE(metric.source.empty());
        CHECK(metric.definition.ends_with('.'));
    }
    CHECK(telemetry::find_metric_definition("no-such-metric") == nullptr);
}
