// lab/replay/replay_player.hpp -- shows a replay in the window, seeks in it, and continues it with other settings,
// which is called a fork
#pragma once

#include "lab/replay/replay_run.hpp"
#include "lab/stage/replay_stage.hpp"

#include <memory>
#include <string>

namespace lab
{

class ReplayPlayer final : public ReplayStage
{
public:
    ReplayPlayer(std::shared_ptr<const Replay> replay, std::string name);

    void begin_frame(LabContext& context) override;
    Lanes& lanes() override { return lanes_; }
    const ReplayStatus& status() const override { return status_; }
    void apply_replay_settings(Settings& settings) override;
    Settings settings_after_replay(const Settings& current_settings) const override;
    void restore_user_settings(Settings& settings) override;
    void start_fork(LabContext& context) override;
    void end_fork() override;

private:
    struct Step
    {
        double seconds     = 0.0;
        double x           = 0.0;
        std::uint32_t hash = 0;
    };
    using Steps = std::vector<Step>;

    void record_frame(std::size_t lane_index, const ReplayRun& run);
    void advance_to(Nanos wall_time);
    void seek(Nanos wall_time);
    void make_fork();
    void compare_with_fork();
    void recreate_lanes();
    void update_status();

    std::shared_ptr<const Replay> replay_;
    std::unique_ptr<ReplayRun> run_;
    std::unique_ptr<ReplayRun> fork_; ///< null if there is no fork
    ForkSettings fork_settings_{};
    std::optional<Settings> settings_before_replay_; ///< empty after restore_user_settings()
    /// The settings after apply_replay_settings(). If a present setting differs from them, the user has changed it.
    Settings settings_after_enter_;
    Lanes lanes_;
    ReplayStatus status_;
    Nanos shown_time_{};
    /// The value that this object wrote to Settings::replay_time_s last. If the setting has another value, the user has
    /// changed it, and begin_frame() seeks to this time.
    double written_replay_time_s_ = 0.0;
    Steps steps_, fork_steps_;
    std::int64_t fork_start_tick_ = 0;
    std::size_t compared_steps_   = 0;
};

} // namespace lab
