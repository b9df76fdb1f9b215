#include "lab/lessons/network_lesson_run.hpp"

#include "lab/lessons/network_metrics.hpp"
#include "lab/settings/loop_choice.hpp"
#include "timestep/loop.hpp"

#include <fmt/core.h>

#include <array>
#include <utility>

namespace lab
{

namespace
{

constexpr Nanos results_update_interval{250'000'000};

scenes::SceneSettings scene_of(NetworkGame game)
{
    constexpr std::array scene_names{"chaos", "spring-and-ball", "player"}; // indexed by NetworkGame
    scenes::SceneSettings scene = *scenes::find_scene_defaults(scene_names[static_cast<std::size_t>(game)]);
    if (game == NetworkGame::runner) set_knob(scene, "autopilot", 0.0);
    return scene;
}

std::vector<LaneSetup> lane_setups_of_pcs(const NetworkGameConfig& config, const scenes::NetworkSetup& game_setup)
{
    std::vector<LaneSetup> setups;
    for (std::size_t i = 0; i < game_setup.pc_count; ++i)
    {
        LaneSetup& setup = setups.emplace_back();
        setup.name = fmt::format("{} {}", i + 1, scenes::hardware_of(game_setup, i).name);
        setup.config = config.lane;
        setup.config.scene = scene_of(config.network.game);
        setup.config.integrator = game_setup.world.integrator();
    }
    return setups;
}

} // namespace

scenes::NetworkSetup network_setup_of(const NetworkGameConfig& config)
{
    const NetworkSettings& network = config.network;
    scenes::NetworkSetup setup{.sync_method = network.sync_method,
                               .pc_count = network.pc_count,
                               .connection = network.connection,
                               .seed = config.lane.seed,
                               .rate = config.lane.loop.rate};
    switch (network.sync_method)
    {
    case scenes::SyncMethod::rollback: setup.input_delay = network.rollback_input_delay_steps; break;
    case scenes::SyncMethod::unsynced: setup.input_delay = 0; break;
    default: setup.input_delay = network.lockstep_input_delay_steps;
    }
    setup.loop = std::make_shared<const timestep::Loop>(make_loop(config.lane.loop));
    setup.world = scenes::World{scene_of(network.game)};
    return setup;
}

NetworkLessonRun::NetworkLessonRun(const NetworkGameConfig& config, Nanos first_results_time, LaneRuns& lanes)
    : config_{config}
    , first_results_time_{first_results_time}
    , game_{std::make_unique<scenes::PeerToPeerGame>(network_setup_of(config_))}
    , lanes_{lanes = LaneRuns{lane_setups_of_pcs(config_, game_->setup())}}
    , state_comparisons_(game_->pc_count())
{
    game_->advance_to(Nanos::zero(), [this](std::size_t pc_index) { record_frame(pc_index); });
}

bool NetworkLessonRun::plays(const NetworkGameConfig& config) const
{
    return config_.network == config.network && config_.lane.loop.preset == config.lane.loop.preset &&
           config_.lane.loop.rate == config.lane.loop.rate && config_.lane.seed == config.lane.seed;
}

void NetworkLessonRun::advance(Nanos virtual_duration)
{
    game_->advance_to(wall_time() + virtual_duration, [this](std::size_t pc_index) { record_frame(pc_index); });
    update_comparisons();
}

void NetworkLessonRun::simulate_earliest_next_frame()
{
    record_frame(game_->simulate_next_frame());
    update_comparisons();
}

void NetworkLessonRun::record_frame(std::size_t pc_index)
{
    const scenes::NetworkPc& network_pc = (*game_)[pc_index];
    const scenes::NetworkPcFrame& frame = network_pc.last_frame;
    lanes_[pc_index].lane().copy_frame(frame.start_time, frame.frame_time, frame.plan, frame.stepping_time,
                                       network_pc.world);
    lanes_[pc_index].measure_newest_frame();
}

void NetworkLessonRun::update_comparisons()
{
    if (wall_time() - results_updated_at_ < results_update_interval) return;
    results_updated_at_ = wall_time();
    for (std::size_t i = 1; i < game_->pc_count(); ++i) state_comparisons_[i] = game_->comparison_with_first_pc(i);
    has_new_result_ = wall_time() >= first_results_time_;
}

std::optional<LaneResult> NetworkLessonRun::take_new_game_result()
{
    return std::exchange(has_new_result_, false) ? std::optional{network_result(*game_)} : std::nullopt;
}

} // namespace lab
