#include "programs/timestep_lab/figure.hpp"

#include "base/text.hpp"
#include "base/threads.hpp"
#include "draw/shapes/theme.hpp"
#include "lab/metrics/verdict_text.hpp"
#include "lab/settings/configuration_string.hpp"
#include "lab/settings/controls.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "ranking/report/html.hpp"
#include "scenes/drawing/canvas.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace timestep_lab
{

namespace
{

std::int64_t whole_millis(timestep::Nanos time) { return std::llround(timestep::to_millis(time)); }

// Null for NaN and beyond 1e6 m, where a body counts as gone.
Json millimetres(double metres)
{
    constexpr double max_metres = 1e6;
    return std::abs(metres) < max_metres ? Json(std::llround(1e3 * metres)) : Json(nullptr);
}

// x and y of the body. A scene without bodies that can be seen in two dimensions has only the coordinate x.
void append_position(Json& frame, const scenes::World& world, const scenes::AnyState& state, double x)
{
    const auto bodies = scenes::body_circles(world, state);
    frame.push_back(millimetres(x));
    frame.push_back(bodies.empty() ? Json(0) : millimetres(bodies.front().centre.y));
}

Json shown_lane_json(const lab::LaneSetup& setup, const lab::RunLimits& limits)
{
    Json frames = Json::array();
    Json verdicts = Json::array();
    lab::LaneVerdict shown;
    timestep::Nanos shown_since{};
    lab::LaneRun run{setup};
    const auto show = [&](const lab::Judgement& judgement, const telemetry::FrameSample& sample)
    {
        const lab::LaneVerdict& verdict = judgement.verdict;
        shown = verdict;
        shown_since = sample.screen_time;
        const std::string_view severity = verdict.is_severe() ? "alarm" : verdict.is_faultless() ? "" : "warning";
        Json row = {whole_millis(shown_since), lab::verdict_text(verdict), severity,
                    lab::verdict_explanation(run.lane(), sample, judgement)};
        if (verdicts.empty() || !std::equal(row.begin() + 1, row.end(), verdicts.back().begin() + 1))
            verdicts.push_back(std::move(row));
    };
    lab::ClockStandstillDetector standstill;
    while (run.has_next_frame(limits))
    {
        standstill.add_frame(run.next_frame_start_time());
        const telemetry::FrameSample& sample = run.simulate_frame();
        if (!sample.is_displayed) continue;
        if (run.lane().has_replaced_frame()) frames.erase(frames.end() - 1);
        Json frame = {whole_millis(sample.screen_time)};
        append_position(frame, run.lane().world(), run.lane().shown_state(), sample.shown_x);
        append_position(frame, run.lane().world(), run.lane().references().frame_start_reference.state(),
                        sample.reference_x_at_frame_start);
        frames.push_back(std::move(frame));
        const lab::Judgement judgement = run.judgement();
        const bool is_last = !run.has_next_frame(limits);
        if (verdicts.empty() || is_last ||
            lab::replaces_verdict(judgement.verdict, shown, sample.screen_time - shown_since))
            show(judgement, sample);
    }
    return {{"name", setup.name},
            {"scene", type_of(setup.config.scene).name},
            {"colour", ranking::css_colour_without_alpha(draw::loop_colour(setup.config.loop.preset))},
            {"set_up", lab::percent_encoded_configuration({.lane = setup.config})},
            {"verdicts", verdicts},
            {"frames", frames}};
}

} // namespace

void print_figure(std::string_view values_text, const LaneSetupsFunction& setups_at, const lab::RunLimits& limits)
{
    const auto equals_sign = values_text.find('=');
    const std::string_view path = values_text.substr(0, equals_sign);
    if (equals_sign == values_text.npos || equals_sign + 1 == values_text.size())
        throw BadInput{"--figure takes PATH=VALUE,VALUE..., as in machine.delay_ms=0ms,50ms, not '{}'", values_text};
    std::vector<lab::LaneSetup> setups;
    Json runs = Json::array();
    for (const std::string_view value : base::split(values_text.substr(equals_sign + 1), ","))
    {
        const auto lanes = setups_at(fmt::format("{}={}", path, value));
        setups.insert(setups.end(), lanes.begin(), lanes.end());
        runs.push_back({{"value", value}, {"lanes", Json::array_t(lanes.size())}});
    }
    const std::size_t lane_count = setups.size() / runs.size();
    base::parallel_for(setups.size(), [&](std::size_t i)
                       { runs[i / lane_count]["lanes"][i % lane_count] = shown_lane_json(setups[i], limits); });
    const lab::Control* control = lab::find_control(lab::Settings{.lane = setups.front().config}, path);
    print_json({{"path", path}, {"label", control != nullptr ? control->label : path}, {"runs", runs}});
}

} // namespace timestep_lab
