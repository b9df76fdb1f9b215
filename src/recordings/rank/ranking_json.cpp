#include "recordings/rank/ranking.hpp"

#include <nlohmann/json.hpp>

namespace recordings
{

using timestep::to_millis;
using timestep::to_seconds;

namespace
{

Json candidate_json(const Candidate& c)
{
    return {{"loop", c.name()},
            {"hz", c.has_rate() ? Json(c.hz()) : Json(nullptr)},
            {"presentation", name_of(c.loop.presentation)},
            {"roughness_ms", c.smoothness_ms},
            {"jumps_per_minute", c.jumps_per_minute},
            {"rougher_ms", {{"low", c.rougher.low}, {"high", c.rougher.high}}},
            {"tied", c.tied},
            {"front", c.front},
            {"latency_ms", c.latency_ms},
            {"input_age_ms", c.input_age_ms},
            {"too_old", c.too_old},
            {"steps_per_s", c.steps_per_s},
            {"load_percent", number_or_null(100.0 * c.load)},
            {"lost_percent", c.lost_percent},
            {"lost_in_hitches_ms", to_millis(c.lost_in_hitches)},
            {"reproducible", c.reproducible},
            {"overload_ms", number_or_null(c.overload_ms)},
            {"frame_mean_ms", c.frame_mean_ms},
            {"frame_max_ms", c.frame_max_ms},
            {"vetoes", c.vetoes}};
}

Json recommendation_json(const Ranking& r)
{
    const Recommendation& to = r.recommendation;
    const Candidate* chosen  = to.candidate ? &r.candidates[*to.candidate] : nullptr;
    return {{"answer", name_of(to.answer)},
            {"loop", chosen != nullptr ? Json(chosen->name()) : Json(nullptr)},
            {"hz", chosen != nullptr && chosen->has_rate() ? Json(chosen->hz()) : Json(nullptr)},
            {"text", to.text},
            {"notes", to.notes},
            {"command", to.command},
            {"frame_cap", to_json(r.frame_cap)}};
}

Json millis_or_null(const std::optional<Nanos>& time) { return time ? Json(to_millis(*time)) : Json(nullptr); }

} // namespace

Json to_json(const Ranking& r)
{
    Json candidates = Json::array();
    for (const Candidate& c : r.candidates) candidates.push_back(candidate_json(c));
    return {{"first_frame", r.first_frame},
            {"frames", r.frames},
            {"length_s", to_seconds(r.length)},
            {"frames_outside_hitches", r.outside},
            {"hitches", r.hitches},
            {"hitch_time_s", to_seconds(r.hitch_time)},
            {"unseen_percent", r.options.unseen_share ? Json(100.0 * *r.options.unseen_share) : Json(nullptr)},
            {"step_cost_ms", millis_or_null(r.options.step_cost)},
            {"max_age_ms", millis_or_null(r.options.max_age)},
            {"measure", r.measure},
            {"recommendation", recommendation_json(r)},
            {"candidates", candidates}};
}

Json to_json(const Recording& recording, std::size_t stream, const Ranking& ranking)
{
    Json json{{"file", recording.name}, {"stream", stream + 1}};
    json.update(to_json(ranking));
    return json;
}

} // namespace recordings
