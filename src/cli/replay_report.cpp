#include "cli/replay_report.hpp"

#include "cli/command.hpp"
#include "io/print.hpp"
#include "lab/scoreboard.hpp"
#include "play/replay_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cli
{

namespace
{

using Json = nlohmann::ordered_json;

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::int64_t settings_turned(const play::Replay& replay)
{
    return std::ranges::count_if(replay.all.events,
                                 [](const play::ReplayEvent& e) { return std::holds_alternative<play::Set>(e.what); });
}

std::string apart_text(const std::optional<double>& apart) { return apart ? fmt::format("{:.6g}", *apart) : "-"; }

} // namespace

std::shared_ptr<const play::Replay> load_replay(const std::string& path)
{
    auto read = play::read_file(path);
    if (const auto* error = std::get_if<std::string>(&read)) throw BadInput{io::Verbatim{*error}};
    return std::make_shared<const play::Replay>(std::get<play::Replay>(std::move(read)));
}

std::string extent_of(const play::ReplayRun& run)
{
    return fmt::format("{:.3f} s, {} frames, {} ticks, {} inputs, {} settings turned", timestep::to_seconds(run.now()),
                       run.frames(), run.tick(), run.replay().all.inputs.size(), settings_turned(run.replay()));
}

Json extent_json(const play::ReplayRun& run)
{
    const play::Replay& replay = run.replay();
    return {{"format", replay.version},
            {"ended", replay.ended},
            {"frame_times", replay.has_lengths},
            {"whole_steps", replay.all.whole},
            {"loop", timestep::all_presets[replay.start.loop.preset].name},
            {"scene", physics::all_scenes()[replay.start.scene.index()].name},
            {"frames", replay.all.frames},
            {"ticks", replay.all.ticks},
            {"inputs", replay.all.inputs.size()},
            {"settings_turned", settings_turned(replay)},
            {"hashes", replay.all.hashes.size()}};
}

std::string state_of(const play::ReplayRun& run)
{
    const physics::World& world = run.lane().world();
    const physics::Probe probe  = world.probe();
    return fmt::format("at {:.3f} s, frame {}, tick {}: x {:.6g}, v {:.6g}, energy {:.6g}, state {}",
                       timestep::to_seconds(run.now()), run.frames(), run.tick(), probe.x, probe.v, probe.energy,
                       lab::hash_text(world.state_hash()));
}

Json state_json(const play::ReplayRun& run)
{
    const physics::World& world = run.lane().world();
    const physics::Probe probe  = world.probe();
    const auto hash             = world.state_hash();
    return {{"seconds", timestep::to_seconds(run.now())},
            {"frame", run.frames()},
            {"tick", run.tick()},
            {"x", finite(probe.x)},
            {"v", finite(probe.v)},
            {"energy", finite(probe.energy)},
            {"state_hash", hash ? Json(lab::hash_text(hash)) : Json(nullptr)}};
}

void print_comparison(const play::Comparison& comparison)
{
    if (!comparison.parting)
    {
        io::print("  the same in all {} ticks that both have", comparison.common);
        if (comparison.more_a > 0) io::print("; the first has {} more", comparison.more_a);
        if (comparison.more_b > 0) io::print("; the second has {} more", comparison.more_b);
        io::print("\n");
        return;
    }
    const play::Parting& p = *comparison.parting;
    io::print("  the same in {} ticks\n  tick {} is the first that differs, {:.6f} s into the game: {}",
              comparison.common, p.tick, p.seconds, p.what);
    if (p.what != "state") io::print(" {} against {}, {:.6g} apart", p.a, p.b, std::abs(p.a - p.b));
    io::print("\n  apart in x");
    for (std::size_t i = 0; i < p.apart.size(); ++i)
        io::print("{} {} s later {}", i == 0 ? "" : ",", play::apart_after[i], apart_text(p.apart[i]));
    io::print("\n");
}

Json json_of(const play::Comparison& comparison)
{
    Json json{{"same_ticks", comparison.common}, {"first_difference", nullptr}};
    if (!comparison.parting)
    {
        json["more_ticks"] = {comparison.more_a, comparison.more_b};
        return json;
    }
    const play::Parting& p   = *comparison.parting;
    json["first_difference"] = {{"tick", p.tick}, {"game_seconds", p.seconds}, {"what", p.what}};
    if (p.what != "state") json["first_difference"]["values"] = {finite(p.a), finite(p.b)};
    for (std::size_t i = 0; i < p.apart.size(); ++i)
        json[fmt::format("x_apart_after_{:g}_s", play::apart_after[i])] =
            p.apart[i] ? finite(*p.apart[i]) : Json(nullptr);
    return json;
}

} // namespace cli
