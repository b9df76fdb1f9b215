#include "programs/timestep_lab/replay_report.hpp"

#include "base/message.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/replay/replay_file.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/print_json.hpp"
#include "programs/timestep_lab/terminal.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace timestep_lab
{

namespace
{

using Json = nlohmann::ordered_json;

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::int64_t settings_turned(const lab::Replay& replay)
{
    return std::ranges::count_if(replay.all.events, [](const lab::ReplayEvent& e)
                                 { return std::holds_alternative<lab::SetEvent>(e.what); });
}

std::string apart_text(const std::optional<double>& apart) { return apart ? fmt::format("{:.6g}", *apart) : "-"; }

} // namespace

std::shared_ptr<const lab::Replay> load_replay(const std::string& path)
{
    auto read = lab::read_file(path);
    if (const auto* error = std::get_if<std::string>(&read)) throw BadInput{base::Verbatim{*error}};
    return std::make_shared<const lab::Replay>(std::get<lab::Replay>(std::move(read)));
}

void with_bar(lab::ReplayRun& run, bool quiet, const std::function<void()>& act)
{
    ProgressBar bar{"running", quiet, std::chrono::seconds{1}};
    run.ask(
        [&]
        {
            const lab::ReplayBlock& all = run.replay().all;
            const std::int64_t most     = all.frames + all.ticks;
            const std::int64_t done     = std::min(run.frames() + run.tick(), most);
            bar.show(static_cast<std::size_t>(done), static_cast<std::size_t>(most));
            return true;
        });
    act();
    run.ask({});
}

lab::ReplayComparison compare_runs(lab::ReplayRun& a, lab::ReplayRun& b, bool quiet)
{
    lab::ReplayComparison found;
    with_bar(a, quiet, [&] { found = lab::compare(a, b); });
    return found;
}

std::string extent_of(const lab::ReplayRun& run)
{
    return fmt::format("{:.3f} s, {} frames, {} ticks, {} inputs, {} settings turned", timestep::to_seconds(run.now()),
                       run.frames(), run.tick(), run.replay().all.inputs.size(), settings_turned(run.replay()));
}

Json extent_json(const lab::ReplayRun& run)
{
    const lab::Replay& replay = run.replay();
    return {{"format", lab::replay_format},
            {"ended", replay.end.has_value()},
            {"frame_times", replay.has_lengths},
            {"whole_steps", replay.all.whole},
            {"loop", timestep::all_presets[replay.start.loop.preset].name},
            {"scene", type_of(replay.start.scene).name},
            {"frames", replay.all.frames},
            {"ticks", replay.all.ticks},
            {"inputs", replay.all.inputs.size()},
            {"settings_turned", settings_turned(replay)},
            {"hashes", replay.all.hashes.size()}};
}

std::string state_of(const lab::ReplayRun& run)
{
    const scenes::World& world = run.lane().world();
    const scenes::Probe probe  = world.probe();
    return fmt::format("at {:.3f} s, frame {}, tick {}: x {:.6g}, v {:.6g}, energy {:.6g}, state {}",
                       timestep::to_seconds(run.now()), run.frames(), run.tick(), probe.x, probe.v, probe.energy,
                       lab::hash_text(world.state_hash()));
}

Json state_json(const lab::ReplayRun& run)
{
    const scenes::World& world = run.lane().world();
    const scenes::Probe probe  = world.probe();
    const auto hash            = world.state_hash();
    return {{"seconds", timestep::to_seconds(run.now())},
            {"frame", run.frames()},
            {"tick", run.tick()},
            {"x", finite(probe.x)},
            {"v", finite(probe.v)},
            {"energy", finite(probe.energy)},
            {"first_failures", first_failures_json(run.lane().failures())},
            {"state_hash", hash ? Json(lab::hash_text(hash)) : Json(nullptr)}};
}

void print_comparison(const lab::ReplayComparison& comparison)
{
    if (!comparison.parting)
    {
        base::print("  the same in all {} ticks that both have", comparison.common);
        if (comparison.more_a > 0) base::print("; the first has {} more", comparison.more_a);
        if (comparison.more_b > 0) base::print("; the second has {} more", comparison.more_b);
        base::print("\n");
        return;
    }
    const lab::Parting& p = *comparison.parting;
    base::print("  the same in {} ticks\n  tick {} is the first that differs, {:.6f} s into the game: {}",
                comparison.common, p.tick, p.seconds, p.what);
    if (p.what != "state") base::print(" {} against {}, {:.6g} apart", p.a, p.b, std::abs(p.a - p.b));
    base::print("\n  apart in x");
    for (std::size_t i = 0; i < p.apart.size(); ++i)
        base::print("{} {} s later {}", i == 0 ? "" : ",", lab::apart_after[i], apart_text(p.apart[i]));
    base::print("\n");
}

Json json_of(const lab::ReplayComparison& comparison)
{
    Json json{{"same_ticks", comparison.common}, {"first_difference", nullptr}};
    if (!comparison.parting)
    {
        json["more_ticks"] = {comparison.more_a, comparison.more_b};
        return json;
    }
    const lab::Parting& p    = *comparison.parting;
    json["first_difference"] = {{"tick", p.tick}, {"game_seconds", p.seconds}, {"what", p.what}};
    if (p.what != "state") json["first_difference"]["values"] = {finite(p.a), finite(p.b)};
    for (std::size_t i = 0; i < p.apart.size(); ++i)
        json[fmt::format("x_apart_after_{:g}_s", lab::apart_after[i])] =
            p.apart[i] ? finite(*p.apart[i]) : Json(nullptr);
    return json;
}

} // namespace timestep_lab
