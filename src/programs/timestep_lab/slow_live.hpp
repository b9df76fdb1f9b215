// programs/timestep_lab/slow_live.hpp -- shows statistics of a slowed game's frames in the terminal while the game
// runs, and lets keys change the PC
#pragma once

#include "base/console.hpp"
#include "lab/game/session.hpp"

namespace timestep_lab
{

using lab::GameReport;
using lab::GameRun;
using lab::GameSession;
using sim::Nanos;

/// Ten times a second, writes statistics of the slowed game's frames to the standard error. Carries out the actions of
/// the keys that the user presses in the terminal.
class SlowPage
{
public:
    /// `machine` are the settings of the slow PC at the start. `session` must live longer than this object.
    SlowPage(GameSession& session, const sim::MachineSettings& machine);
    SlowPage(const SlowPage&)       = delete;
    void operator=(const SlowPage&) = delete;
    /// Removes the statistics from the terminal.
    ~SlowPage();

    /// Returns true if the standard error is a terminal on which the statistics can be shown.
    static bool is_possible();
    /// Carries out the actions of pressed keys, and writes the statistics of the game's frames if 0.1 s has passed.
    /// Returns false if the user has asked to end the game.
    bool update();

private:
    bool obey(int key);
    void set_delay(Nanos delay);
    std::string text() const;
    void remove();

    GameSession& session_;
    sim::MachineSettings machine_;
    base::TerminalKeys keys_{};
    Nanos due_{};
    int lines_ = 0; // number of lines that the statistics take on the terminal
};

} // namespace timestep_lab
