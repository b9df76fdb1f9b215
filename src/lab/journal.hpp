// lab/journal.hpp -- what was turned, and when: "step rate 60 Hz -> 30 Hz", to be written beside a timeline
#pragma once

#include "lab/control.hpp"

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

    /// Looks at the settings once a frame. What is turned on and on, as a dragged slider is, stays one entry.
    void see(const Settings& now, Nanos wall);
    /// Forgets the entries: the lanes' clock begins anew.
    void clear() { entries_.clear(); }

    /// In the order of time; of more than a thousand, the newest.
    std::span<const Entry> entries() const { return entries_; }

private:
    void look(const Settings& before, const Settings& now, Nanos wall);
    void look_at_axes(const Settings& before, const Settings& now, Nanos wall);
    void note(const Control& row, double was, double is, Nanos wall);

    std::optional<Settings> before_;
    std::vector<Entry> entries_;
};

} // namespace lab
