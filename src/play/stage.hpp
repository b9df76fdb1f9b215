// play/stage.hpp -- a play on the laboratory's stage: played again, sought in, and beside it what might have been
#pragma once

#include "lab/guest.hpp"
#include "play/player.hpp"

#include <memory>
#include <string>

namespace play
{

class OnStage final : public lab::Guest
{
public:
    /// Puts the settings with which the play began on the desk; turned there, they are what is different in a fork.
    OnStage(std::shared_ptr<const Play> play, std::string name, lab::Desk& desk);

    void begin_frame(lab::Desk& desk) override;
    lab::Lanes& lanes() override { return lanes_; }
    const lab::PlayStory& story() const override { return story_; }
    void fork(lab::Desk& desk) override;
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

    void follow(std::size_t lane, const Player& player);
    void advance_to(Nanos at);
    void seek(Nanos at);
    void part();
    void compare();
    void set_lanes();
    void tell();

    std::shared_ptr<const Play> play_;
    std::unique_ptr<Player> player_;
    std::unique_ptr<Player> other_; ///< what might have been
    WhatIf what_if_{};
    lab::Settings base_; ///< as the desk was without anything turned
    lab::Lanes lanes_;
    lab::PlayStory story_;
    Nanos at_{};
    double shown_at_ = 0.0; ///< s, as the desk was told
    Steps steps_, other_steps_;
    std::int64_t fork_tick_ = 0;
    std::size_t compared_   = 0;
};

} // namespace play
