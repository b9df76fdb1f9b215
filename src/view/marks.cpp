#include "view/marks.hpp"

#include "physics/events.hpp"

#include <algorithm>
#include <array>

namespace view
{

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;

struct Named
{
    std::uint32_t bit;
    const char* text;
    Mark::Kind kind;
};
constexpr std::array of_lab{Named{telemetry::reset, "reset", Mark::Kind::change},
                            Named{telemetry::loop_changed, "another loop", Mark::Kind::change},
                            Named{telemetry::knob_changed, "a knob was turned", Mark::Kind::change},
                            Named{telemetry::recording_looped, "the recording begins again", Mark::Kind::change},
                            Named{telemetry::hitch, "hitch", Mark::Kind::lag},
                            Named{telemetry::debugger_break, "debugger break", Mark::Kind::lag},
                            Named{telemetry::brake, "emergency brake", Mark::Kind::lag}};

constexpr std::uint32_t in_journal = telemetry::loop_changed | telemetry::knob_changed;
constexpr std::uint32_t nobody     = telemetry::paused;

void add(std::vector<Mark>& marks, const FrameSample& f, std::uint32_t events)
{
    if ((events & ~nobody) == 0) return;
    for (const Named& n : of_lab)
        if ((events & n.bit) != 0) marks.push_back({f.wall, n.text, n.kind});
    for (std::size_t k = 0; k < physics::event_kinds.size(); ++k)
        if ((events & 1U << k) != 0 && physics::event_kinds[k].failure)
            marks.push_back({f.wall, std::string{physics::event_kinds[k].badge}, Mark::Kind::failure});
}

} // namespace

std::vector<Mark> marks_of(const Frames& frames)
{
    std::vector<Mark> marks;
    for (std::size_t i = 0; i < frames.size(); ++i) add(marks, frames[i], frames[i].events);
    return marks;
}

std::vector<Mark> marks_of(const Frames& frames, const lab::Journal& journal, TimeSpan span)
{
    std::vector<Mark> marks;
    for (std::size_t i = frames.first_from(span.from); i < frames.size() && frames[i].wall <= span.to; ++i)
        add(marks, frames[i], frames[i].events & ~in_journal);
    for (const lab::Journal::Entry& entry : journal.entries())
        if (entry.at >= span.from && entry.at <= span.to) marks.push_back({entry.at, entry.text});
    std::ranges::stable_sort(marks, {}, &Mark::at);
    return marks;
}

Colour colour_of(Mark::Kind kind, const Theme& theme)
{
    switch (kind)
    {
    case Mark::Kind::failure: return theme.alarm;
    case Mark::Kind::lag: return mix(theme.alarm, theme.quiet, 0.35F);
    case Mark::Kind::change: break;
    }
    return theme.accent;
}

} // namespace view
