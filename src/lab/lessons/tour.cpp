#include "lab/lessons/tour.hpp"

#include <algorithm>
#include <array>

namespace lab
{

namespace
{

using namespace std::chrono_literals;
using Texts = std::array<std::string_view, 2>;

constexpr Texts to_explode{"loop.variable", "machine.delay_ms"};
constexpr Texts to_fix{"loop.interpolated", ""};
constexpr Texts to_stutter{"loop.accumulator", "loop.hz"};
constexpr Texts to_smooth{"loop.interpolated", ""};

constexpr std::array cards{
    Tour::Card{"Make the spring explode",
               "Press 2: one step a frame, as long as the frame was. Now make this PC slow: drag \"frame delay\" to "
               "110 ms or more.",
               to_explode},
    Tour::Card{"Fix it", "The PC stays as slow as it is. Press 5, a loop that cuts its frames into small steps, and R.",
               to_fix},
    Tour::Card{"See the stutter",
               "Switch the lag off with L, and press 4. Drag \"step rate\" to 20 Hz: the frames are fast, and yet the "
               "ball hops.",
               to_stutter},
    Tour::Card{"And see it gone", "Press 5: the same 20 steps a second, but each frame is drawn between two of them.",
               to_smooth},
    Tour::Card{"That is what a timestep does",
               "E opens twenty-one lessons on it, C races the loops, and F1 shows all keys.",
               {}},
};

// Sums over the last frames of a loop, up to 1 s of frame time.
struct Recent
{
    Nanos time{};
    std::int64_t frames   = 0;
    std::int64_t stepless = 0;
    bool failed           = false; ///< true if an event that is a failure happened, such as blown_up

    Nanos frame_time() const { return frames > 0 ? time / frames : Nanos::zero(); }
    bool mostly_stepless() const { return 3 * stepless >= frames; }
};

constexpr std::uint32_t failure_bits = []
{
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if (sim::event_kinds[i].failure) bits |= 1U << i;
    return bits;
}();

// Sums up the last frames. Stops at a paused frame, and at a frame whose presentation (rule for the time that a picture
// shows) is not `presentation`.
Recent recent(const Lane& lane, timestep::Presentation presentation)
{
    Recent r;
    const auto& samples = lane.samples();
    for (std::size_t i = samples.size(); i-- > 0 && r.time < 1s;)
    {
        if (samples[i].plan.presentation != presentation || is_paused(samples[i])) break;
        r.time += samples[i].measured;
        ++r.frames;
        r.stepless += samples[i].plan.steps == 0 ? 1 : 0;
        r.failed = r.failed || (samples[i].events & failure_bits) != 0;
    }
    return r;
}

constexpr std::uint32_t blown_up_bit = []
{
    const auto kind = std::ranges::find(sim::event_kinds, sim::event::blown_up.name, &sim::EventKind::name);
    return 1U << static_cast<unsigned>(kind - sim::event_kinds.begin());
}();

bool exploded(const telemetry::FrameSample& frame) { return (frame.events & blown_up_bit) != 0; }

// True if the loop split a frame longer than 80 ms into several steps. One step of this length would make the spring
// blow up.
bool cuts_long_frames(const telemetry::FrameSample& frame) { return frame.measured > 80ms && frame.plan.steps > 1; }

// True if the motion visibly hops: in the last second the mean frame time was under 40 ms, at least a third of the
// frames had no step, and no failure happened.
bool hops(const Lane& lane, timestep::Presentation presentation)
{
    const Recent r = recent(lane, presentation);
    return r.time >= 1s && r.frame_time() < 40ms && r.mostly_stepless() && !r.failed;
}

} // namespace

const Tour::Card& Tour::card() const { return cards[static_cast<std::size_t>(step_)]; }

void Tour::look(const Lane& lane)
{
    if (lane.samples().empty()) return;
    const telemetry::FrameSample& last = lane.samples().back();
    if ((last.events & telemetry::reset) != 0)
        whole_for_ = Nanos::zero();
    else if (exploded(last))
        whole_for_.reset();
    else if (whole_for_)
        *whole_for_ += last.measured;
    const auto happened = [&]
    {
        switch (step_)
        {
        case Step::explode: return exploded(last);
        case Step::fix: return whole_for_ >= 1s && cuts_long_frames(last);
        case Step::stutter: return hops(lane, timestep::Presentation::latest);
        case Step::smooth: return hops(lane, timestep::Presentation::interpolate);
        case Step::done: break;
        }
        return false;
    };
    if (happened()) step_ = static_cast<Step>(static_cast<int>(step_) + 1);
}

} // namespace lab
