// lab/replay/stage.hpp -- a replay on the laboratory's stage: run, sought in, and compared with a run of other settings
#pragma once

#include "lab/replay/replay_run.hpp"
#include "lab/stage/replay_stage.hpp"

#include <memory>
#include <string>

namespace lab
{

class ReplayOnStage final : public ReplayPlayer
{
public:
    /// Puts the settings with which the replay began on the desk; turned there, they are what is different in a fork.
    ReplayOnStage(std::shared_ptr<const Replay> replay, std::string name, Desk& desk);

    void begin_frame(Desk& desk) override;
    MeteredLanes& lanes() override { return lanes_; }
    const ReplayStory& story() const override { return story_; }
    void fork(Desk& desk) override;
    void join() override;

private:
    /// What a step made of a world.
    struct Step
    {
        double seconds     = 0.0; ///< of the game
        double x           = 0.0;
        std::uint32_t hash = 0;
    };
    using Steps = std::vector<Step>;

    void follow(std::size_t lane, const ReplayRun& run);
    void advance_to(Nanos at);
    void seek(Nanos at);
    void part();
    void compare();
    void set_lanes();
    void tell();

    std::shared_ptr<const Replay> replay_;
    std::unique_ptr<ReplayRun> run_;
    std::unique_ptr<ReplayRun> other_; ///< what might have been
    WhatIf what_if_{};
    Settings base_; ///< as the desk was without anything turned
    MeteredLanes lanes_;
    ReplayStory story_;
    Nanos at_{};
    double shown_at_ = 0.0; ///< s, as the desk was told
    Steps steps_, other_steps_;
    std::int64_t fork_tick_ = 0;
    std::size_t compared_   = 0;
};

} // namespace lab
