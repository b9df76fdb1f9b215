// lab/replay/replay_player.hpp -- shows a replay in the window, and perhaps a fork: a second run with other settings
#pragma once

#include "lab/replay/replay_run.hpp"
#include "lab/stage/driver.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lab
{

inline constexpr const char* what_if_needs_program =
    "no what-if: only the program of this loop could plan other frames";

struct DistanceSample
{
    Nanos replay_time{};
    double distance = 0.0; ///< of the drawn bodies, |x in the replay - x in the fork|, in metres or radians
};

struct ReplayStatus
{
    std::string name; ///< name of the replay file
    bool needs_program = false; ///< true: only the program of the recorded loop could plan other frames
    Nanos length{};
    Nanos shown_time{}; ///< time since the start of the replay
    std::int64_t compared_hash_count = 0; ///< number of state hashes that were compared with those in the file
    /// Message about the first difference of this run from the replay file, such as another state hash; empty if none.
    std::optional<std::string> difference_from_file{};
    std::optional<Nanos> fork_start_time{}; ///< replay time at the start of the fork, a second run; empty if none
    /// Labels and new values of the settings that the user has changed, such as "step rate 30".
    std::string changed_settings;
    /// Replay time at which the run with changed settings first differs from the replay; empty if both are equal.
    std::optional<Nanos> fork_divergence_time{};
    std::int64_t fork_divergence_step = 0; ///< number, from 1, of the first step with different states
    /// Every 0.05 s from `fork_start_time` on: the distance of the two drawn bodies.
    std::vector<DistanceSample> distances;
};

/// Shows a replay, and beside it perhaps the same inputs with changed settings. Ignores the user's game input.
class ReplayPlayer final : public Driver
{
public:
    ReplayPlayer(LaneRuns& lanes, std::shared_ptr<const Replay> replay, std::string name);

    void begin_frame(Session& session, ThisPc& this_pc) override;
    /// Makes one lane for each run, with the newest frame of the run.
    void make_lanes() override;
    KeyHandling handle_key(const KeyBinding& key, Session& session, Requests& requests) override
    {
        if (key.action != Action::fork_replay) return KeyHandling::passed_on;
        start_what_if(session, requests);
        return KeyHandling::consumed;
    }
    /// Shows the start of the replay, and ends the rerun with other settings.
    bool restart(Settings& settings) override;
    const LaneConfig* recorded_config() const override { return &replay_run_->config(); }

    const ReplayStatus& status() const { return status_; }
    void start_what_if(Session& session, Requests& requests);
    /// The replay continues alone, with its own settings.
    void end_what_if(Session& session);

private:
    using StepResults = std::vector<StepResult>;

    /// Copies the newest frame of `run` to a lane, which then shows it.
    void show_newest_frame(std::size_t lane_index, const ReplayRun& run);
    void end_fork();
    void run_to(Nanos replay_time);
    /// Also advances the fork, if there is one, and samples the distance of the bodies.
    void advance_to(Nanos replay_time);
    /// Runs the fork, if there is one, again from its start.
    void seek(Nanos replay_time);
    /// From now on, each step of the replay is compared with the same step of the fork.
    void start_fork();

    std::shared_ptr<const Replay> replay_;
    std::unique_ptr<ReplayRun> replay_run_;
    std::unique_ptr<ReplayRun> fork_; ///< null if there is no fork
    ForkSettings fork_settings_{};
    ReplayStatus status_;
    Nanos shown_time_{};
    /// Last value written to Settings::replay_time_s. Any other value means that the user seeks.
    double written_replay_time_s_ = 0.0;
    StepResults replay_steps_, fork_steps_;
    std::int64_t fork_start_tick_ = 0;
    std::size_t compared_step_count_ = 0;
};

} // namespace lab
