// lab/settings/journal.hpp -- records the user's changes of controls with their times, such as "step rate 60 -> 30 Hz".
// The timeline shows these entries
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
        Nanos at{};         ///< time of the first change on the lanes' wall clock
        std::string text{}; ///< label of the control, old value, new value
        std::string path{}; ///< path of the control
        std::string was{};  ///< old value
        Nanos last{};       ///< time of the last change
    };

    /// Compares the settings with those of the last frame; call it once a frame. Changes of one control with pauses of
    /// at most 0.7 s, as by a dragged slider, are one entry. Returns true if a control has another value than in the
    /// last call, in the first call, and in the first call after `clear`.
    bool see(const Settings& now, Nanos wall);
    /// Removes all entries. Call it when the lanes' clock starts again at zero.
    void clear();

    /// Returns the newest 1000 entries in the order of time.
    std::span<const Entry> entries() const { return entries_; }

private:
    bool look(const Settings& before, const Settings& now, Nanos wall);
    bool look_at_axes(const Settings& before, const Settings& now, Nanos wall);
    void note(const Control& row, double was, double is, Nanos wall);

    std::optional<Settings> before_;
    std::vector<Entry> entries_;
    bool cleared_ = true; ///< clear() was called after the last call of see()
};

} // namespace lab
