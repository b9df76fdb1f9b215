// lab/settings/journal.hpp -- what was turned, and when: "step rate 60 Hz -> 30 Hz", to be written beside a timeline
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
        Nanos at{};         ///< wall clock of the lanes when the turning began
        std::string text{}; ///< the control, what it was, what it is
        std::string path{}; ///< of the control
        std::string was{};
        Nanos last{}; ///< when it was turned last
    };

    /// Compares the settings with those of the last frame; call it once a frame. Changes of one control without a pause
    /// of 0.7 s, as by a dragged slider, stay one entry. Returns whether a control has another value than in the last
    /// call; true in the first call and in the first after `clear`.
    bool see(const Settings& now, Nanos wall);
    /// Forgets the entries: the lanes' clock begins anew.
    void clear();

    /// In the order of time; of more than a thousand, the newest.
    std::span<const Entry> entries() const { return entries_; }

private:
    bool look(const Settings& before, const Settings& now, Nanos wall);
    bool look_at_axes(const Settings& before, const Settings& now, Nanos wall);
    void note(const Control& row, double was, double is, Nanos wall);

    std::optional<Settings> before_;
    std::vector<Entry> entries_;
    bool cleared_ = true; ///< since the last call of `see`
};

} // namespace lab
