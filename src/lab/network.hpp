// lab/network.hpp -- on the stage: several PCs that play one game over a network, each in a lane of its own
//
// As in a lesson, somebody is asked first what will come of it, and then sees it run.
#pragma once

#include "lab/actions.hpp"
#include "lab/desk.hpp"
#include "lab/lanes.hpp"
#include "lab/lesson.hpp"
#include "lab/network_game.hpp"
#include "lab/stage_defaults.hpp"

#include <optional>
#include <vector>

namespace lab
{

/// The lessons about such games, in the order of network_lesson_files(). Throws std::runtime_error for one that makes
/// no sense.
const std::vector<Lesson>& network_lessons();
/// The one that asks about a game with these settings: of PCs that run free whether their steps are whole matters.
const Lesson& network_lesson_of(const Settings& settings);
/// Puts the game that a lesson is about on the stage: its network, and of PCs that run free their loop.
void open(Settings& settings, const Lesson& lesson);

class Network : public StageDefaults
{
public:
    static constexpr StageTraits traits{.has_own_ending = true, .lanes_are_pcs = true, .has_perfect_pc = false};

    explicit Network(const Desk& desk);

    bool suits(const Settings& settings) const;
    void begin_frame(Desk& desk);
    void end_frame(Desk& desk) { desk.end_watched_frame(); }
    void press(const Desk& /*none*/, Button /*of its keys*/, bool /*is heard*/) {}
    void lose(Desk& /*none*/, Nanos /*of its frames*/, std::uint32_t /*is lost*/) {}
    void note(std::uint32_t /*nothing happens to it*/) {}
    Screen on_screen(std::size_t lane);
    MeteredLanes& lanes() { return lanes_; }
    const MeteredLanes& lanes() const { return lanes_; }

    /// Whether it takes the key for itself: digits are answers, Space runs it.
    bool takes(const Key& key, Desk& desk) const;
    /// What is asked before it.
    const Lesson& lesson() const { return *lesson_; }
    /// What came out, as of the last quarter of a second, once the game is as old as the lesson is long; of another
    /// set-up than the lesson's its assertions may fail.
    const Verdict* verdict() const { return verdict_ ? &*verdict_ : nullptr; }
    const net::Game& game() const { return *game_; }
    /// The game's wall clock.
    Nanos now() const { return now_; }
    /// How the worlds compare with the first, by PC: as of the last quarter of a second.
    const std::vector<net::Agreement>& agreements() const { return agreements_; }

private:
    void follow(std::size_t pc);
    void compare();
    void tell(Desk& desk);

    Settings of_; ///< with which it was begun
    const Lesson* lesson_;
    std::optional<Verdict> verdict_{};
    std::unique_ptr<net::Game> game_;
    MeteredLanes lanes_;
    Nanos now_{};
    Nanos compared_at_{};
    std::vector<net::Agreement> agreements_;
};

} // namespace lab
