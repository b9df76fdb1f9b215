// lab/settings/journal.hpp -- the journal: a list of the user's changes of controls with their times
//
// The window's timeline shows the entries, such as "step rate 60 -> 30 Hz".
#pragma once

#include "lab/settings/control.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lab
{

class Journal
{
public:
    struct Entry
    {
        Nanos at{};         ///< time of the first change, on the wall clock of the shown loops
        std::string text{}; ///< text to show: name of the control, old value, new value
        std::string path{}; ///< path of the control, such as "loop.hz"
        std::string was{};  ///< value of the control before the first change, as text
        Nanos last{};       ///< time of the last change, on the wall clock of the shown loops
    };

    /// Compares the settings with those of the last call, and adds entries for changes. Call it once a frame. Changes
    /// of one control with pauses of at most 0.7 s, such as from a dragged slider, make one entry. Returns true if a
    /// control has changed; also in the first call, and in the first call after `clear`.
    bool see(const Settings& now, Nanos wall);
    /// Removes all entries. Call it when the clock of the shown loops starts again at zero.
    void clear();

    /// Returns the newest 1000 entries, oldest first.
    std::span<const Entry> entries() const { return entries_; }

private:
    bool look(const Settings& before, const Settings& now, Nanos wall);
    void note(const Control& row, double was, double is, Nanos wall);

    std::optional<Settings> before_;
    std::vector<Entry> entries_;
    bool cleared_ = true; ///< true: see() has not been called since the last call of clear()
};

} // namespace lab
