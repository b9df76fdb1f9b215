// programs/timestep_lab/slow_live.hpp -- the page of `slow` in the terminal: figures of the game, and keys that change
// the PC while the game runs
#pragma once

#include "base/console.hpp"
#include "lab/game/session.hpp"

namespace timestep_lab
{

using lab::GameReport;
using lab::GameRun;
using lab::GameSession;
using sim::Nanos;

/// Draws the page on the standard error, ten times a second, and carries out the actions of the keys.
class SlowPage
{
public:
    /// `machine` is the PC at the start. `session` outlives this object.
    SlowPage(GameSession& session, const sim::MachineSettings& machine);
    SlowPage(const SlowPage&)       = delete;
    void operator=(const SlowPage&) = delete;
    /// Removes the page from the terminal.
    ~SlowPage();

    /// Returns true if there is a terminal for the page.
    static bool is_possible();
    /// Carries out the actions of the keys that were pressed, and draws the page if it is due. Returns false if the
    /// user has asked for the end.
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
    int lines_ = 0; // lines of the page on the terminal
};

} // namespace timestep_lab
