#include "views/marks.hpp"

#include "sim/physics/events.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace views
{

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;

struct EventMark
{
    telemetry::EventBits event_bit;
    const char* label;
    TimeMark::Kind kind;
};
constexpr std::array event_marks{
    EventMark{telemetry::world_reset, "reset", TimeMark::Kind::change},
    EventMark{telemetry::released, "released", TimeMark::Kind::change},
    EventMark{telemetry::loop_changed, "another loop", TimeMark::Kind::change},
    EventMark{telemetry::knob_changed, "setting changed", TimeMark::Kind::change},
    EventMark{telemetry::recording_looped, "the recording begins again", TimeMark::Kind::change},
    EventMark{telemetry::hitch, "hitch", TimeMark::Kind::lag},
    EventMark{telemetry::debugger_break, "debugger break", TimeMark::Kind::lag},
    EventMark{telemetry::step_time_limit_reached, "step time limit", TimeMark::Kind::lag},
    EventMark{telemetry::clock_jump, "clock jump", TimeMark::Kind::lag}};

constexpr telemetry::EventBits events_marked_by_journal = telemetry::loop_changed | telemetry::knob_changed;
constexpr telemetry::EventBits events_without_mark =
    telemetry::held | telemetry::paused | telemetry::time_excluded | telemetry::hiccup;

void add_marks(std::vector<TimeMark>& marks, const FrameSample& frame, telemetry::EventBits events)
{
    if ((events & ~events_without_mark) == 0) return;
    for (const EventMark& event_mark : event_marks)
        if ((events & event_mark.event_bit) != 0)
            marks.push_back({frame.start_wall_time, event_mark.label, event_mark.kind});
    for (std::size_t event_index = 0; event_index < sim::event_kinds.size(); ++event_index) // the scene's low bits
        if ((events & telemetry::EventBits{1} << event_index) != 0 && sim::event_kinds[event_index].is_failure)
            marks.push_back(
                {frame.start_wall_time, std::string{sim::event_kinds[event_index].badge}, TimeMark::Kind::failure});
}

} // namespace

std::vector<TimeMark> time_marks_of(const Frames& frames)
{
    std::vector<TimeMark> marks;
    for (std::size_t i = 0; i < frames.size(); ++i) add_marks(marks, frames[i], frames[i].events);
    return marks;
}

std::vector<TimeMark> time_marks_of(const Frames& frames, const lab::ControlChangeJournal& journal, draw::TimeSpan span)
{
    std::vector<TimeMark> marks;
    for (std::size_t i = frames.first_index_from(span.from); i < frames.size() && frames[i].start_wall_time <= span.to;
         ++i)
        add_marks(marks, frames[i], frames[i].events & ~events_marked_by_journal);
    for (const lab::ControlChangeJournal::Entry& entry : journal.entries())
        if (entry.first_change_time >= span.from && entry.first_change_time <= span.to)
            marks.push_back({entry.first_change_time, entry.text});
    std::ranges::stable_sort(marks, {}, &TimeMark::wall_time);
    return marks;
}

draw::Colour mark_colour(TimeMark::Kind kind, const draw::Theme& theme)
{
    switch (kind)
    {
    case TimeMark::Kind::failure: return theme.alarm;
    case TimeMark::Kind::lag: return draw::mix(theme.alarm, theme.dim_text, 0.35F);
    case TimeMark::Kind::change: break;
    }
    return theme.accent;
}

void draw_highlight_bands(draw::Picture& picture, const telemetry::Frames& frames,
                          const lab::FramePredicate& highlight_filter, std::size_t first_frame, std::size_t end_frame,
                          const draw::TimeAxis& axis, draw::Rect area, float min_band_width_px, draw::Colour colour)
{
    if (!highlight_filter) return;
    struct Band
    {
        float left, right;
    };
    std::optional<Band> band;
    const auto draw_band = [&]
    {
        if (band && band->right > band->left)
            picture.add_rectangle({band->left, area.y, band->right - band->left, area.h}, 0,
                                  draw::faded(colour, 0.35F));
    };
    for (std::size_t i = first_frame; i < end_frame; ++i)
    {
        if (!highlight_filter(frames, i)) continue;
        const float left =
            std::max(axis.x_clamped_with_overhang(frames[i].start_wall_time - frames[i].measured_frame_time), area.x);
        const float right = std::min(
            std::max(axis.x_clamped_with_overhang(frames[i].start_wall_time), left + min_band_width_px), area.right());
        if (right <= area.x || left >= area.right()) continue;
        if (band && left <= band->right)
        {
            band->right = std::max(band->right, right);
            continue;
        }
        draw_band();
        band = Band{left, right};
    }
    draw_band();
}

} // namespace views
