// lab/network.hpp -- on the stage: several PCs that play one game over a network, each in a lane of its own
//
// As in a lesson, somebody is asked first what will come of it, and then sees it run.
#pragma once

#include "lab/actions.hpp"
#include "lab/desk.hpp"
#include "lab/lanes.hpp"
#include "net/game.hpp"

#include <optional>
#include <vector>

namespace lab
{

/// The game that these settings ask for.
net::SetUp network_of(const Settings& settings);

class Network
{
public:
    /// After so much of the game it is told what came out.
    static constexpr Nanos told_after{10'000'000'000};

    explicit Network(const Desk& desk);

    bool suits(const Settings& settings) const;
    void begin_frame(Desk& desk);
    void end_frame(Desk& desk) { desk.end_watched_frame(); }
    void press(const Desk& /*none*/, Button /*of its keys*/, bool /*is heard*/) {}
    void lose(Desk& /*none*/, Nanos /*of its frames*/, std::uint32_t /*is lost*/) {}
    void note(std::uint32_t /*nothing happens to it*/) {}
    Screen on_screen(std::size_t lane);
    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }

    /// Whether it takes the key for itself: digits are answers, Space runs it.
    bool takes(const Key& key, Desk& desk) const;
    const net::Game& game() const { return *game_; }
    /// The game's wall clock.
    Nanos now() const { return now_; }
    /// How the worlds compare with the first, by PC: as of the last quarter of a second.
    const std::vector<net::Agreement>& agreements() const { return agreements_; }

private:
    void follow(std::size_t pc);
    void compare();

    Settings of_; ///< with which it was begun
    std::unique_ptr<net::Game> game_;
    Lanes lanes_;
    Nanos now_{};
    Nanos compared_at_{};
    std::vector<net::Agreement> agreements_;
};

} // namespace lab
