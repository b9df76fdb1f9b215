#include "recordings/compare/comparison.hpp"

#include <nlohmann/json.hpp>

namespace recordings
{

namespace
{

Json runs_json(const std::vector<ComparedRun>& runs)
{
    Json all = Json::array();
    for (const ComparedRun& run : runs)
        all.push_back({{"frames", run.frames},
                       {"length_s", timestep::to_seconds(run.length)},
                       {"batches", run.batches > 0 ? Json(run.batches) : Json(nullptr)}});
    return all;
}

Json difference_json(const Difference& d, bool known)
{
    const bool runs = d.needed && d.needed->runs > 0, seconds = d.needed && d.needed->runs == 0;
    return {{"a", number_or_null(d.a)},
            {"b", number_or_null(d.b)},
            {"difference", number_or_null(d.by())},
            {"low", known ? number_or_null(d.low) : Json(nullptr)},
            {"high", known ? number_or_null(d.high) : Json(nullptr)},
            {"verdict", name_of(d.verdict)},
            {"needed_s", seconds ? number_or_null(d.needed->seconds) : Json(nullptr)},
            {"needed_runs", runs ? Json(d.needed->runs) : Json(nullptr)}};
}

Json outliers_json(const Comparison& c)
{
    Json all = Json::array();
    for (const Outlier& o : c.outliers)
        all.push_back({{"side", o.of_b ? "b" : "a"},
                       {"run", o.run + 1},
                       {"figure", all_compared()[o.row].key},
                       {"value", number_or_null(o.value)},
                       {"median", number_or_null(o.median)}});
    return all;
}

} // namespace

Json to_json(const Comparison& c)
{
    Json figures;
    for (const Difference& d : c.differences)
        figures[std::string{all_compared()[d.row].key}] = difference_json(d, c.known);
    return {{"a", runs_json(c.a)},
            {"b", runs_json(c.b)},
            {"about", c.of_runs ? "sides" : "recordings"},
            {"least_percent", 100.0 * c.terms.least},
            {"confidence_percent", 100.0 * (1.0 - c.terms.misses)},
            {"figures", std::move(figures)},
            {"outliers", outliers_json(c)},
            {"verdict", name_of(c.verdict)},
            {"text", c.text}};
}

} // namespace recordings
