#include "lab/lessons/lanes_run.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{

// Largest number of frames that one call of advance() computes for each loop when the user skips to the end of the run:
// enough to finish a run of one minute quickly, few enough to keep the window responsive.
constexpr std::int64_t hurried_frames = 1500;

// Makes the lanes and computes the first frame of each, so that each has a picture.
Lanes begun(std::span<const LaneSetup> setups, const RunLength& length)
{
    Lanes lanes{setups, length};
    lanes.advance_to(Nanos::zero());
    return lanes;
}

} // namespace

LanesRun::LanesRun(const Lesson& lesson)
    : lesson_{&lesson}
    , lanes_{begun(lesson.lanes, lesson.length)}
{
}

void LanesRun::begin(std::optional<std::size_t> guess)
{
    state_           = State::running;
    const auto found = std::ranges::find_if(lesson_->beliefs, [&](const Belief& b) { return b.answer == guess; });
    if (found == lesson_->beliefs.end()) return;
    belief_         = &*found;
    believed_lanes_ = begun({&belief_->setup, 1}, lesson_->length);
}

void LanesRun::start(State state, const RunLength& length)
{
    lanes_ = begun(lesson_->lanes, length);
    time_ = looked_at_ = Nanos::zero();
    state_             = state;
    hurry_             = false;
    has_results_       = false;
    belief_            = nullptr;
    believed_lanes_.reset();
}

void LanesRun::restart() { start(State::ready, lesson_->length); }

void LanesRun::run_freely()
{
    tried_ = lesson_->lanes.front().settings;
    given_ = lesson_->free->get(tried_);
    start(State::free, {});
}

bool LanesRun::is_tried(std::size_t lane) const
{
    const auto start = [&](std::size_t i) { return lesson_->free->get(lesson_->lanes[i].settings); };
    return start(lane) == start(0);
}

// Copies the value of the control that the user may change (Lesson::free) to its lanes, if it has changed.
void LanesRun::apply_tried()
{
    const double wanted = lesson_->free->get(tried_);
    if (std::exchange(given_, wanted) == wanted) return;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        if (!is_tried(i)) continue;
        lesson_->free->set(lanes_[i].setup().settings, wanted);
        lanes_[i].apply();
    }
}

const Lane* LanesRun::belief(std::size_t lane) const
{
    return belief_ != nullptr && belief_->lane == lane ? &(*believed_lanes_)[0].lane() : nullptr;
}

scenes::Moment LanesRun::believed()
{
    Screen screen = (*believed_lanes_)[0].on_screen(looked_at_);
    return screen.parts.empty() ? (*believed_lanes_)[0].lane().newest() : screen.parts.back().moment;
}

void LanesRun::advance(Nanos lab_time)
{
    if (state_ == State::free) apply_tried();
    if (is_moving()) compute(lab_time);
}

void LanesRun::single_frame()
{
    if (!is_moving()) return;
    lanes_.single_frame();
    time_ = std::max(time_, lanes_.time());
    if (believed_lanes_) believed_lanes_->advance_to(time_);
}

// Computes the frames of the next time span, `lab_time` long on the virtual PCs' clock. After the time Lesson::watched,
// computes the rest of the run as fast as possible.
void LanesRun::compute(Nanos lab_time)
{
    const bool endless = state_ == State::free;
    const Nanos end    = endless ? Nanos::max() : lesson_->length.time.value_or(Nanos::max());
    hurry_             = !endless && (hurry_ || time_ >= lesson_->watched);
    const Nanos to     = hurry_ ? end : std::min(time_ + lab_time, end);
    const auto most    = hurry_ ? hurried_frames : 20'000;
    const bool arrived = lanes_.advance_to(to, most);
    if ((!believed_lanes_ || believed_lanes_->advance_to(to, most)) && arrived) time_ = to;
    if (endless || !lanes_.done() || (believed_lanes_ && !believed_lanes_->done())) return;
    state_       = State::over;
    has_results_ = true;
}

std::optional<std::vector<LaneResult>> LanesRun::take_results()
{
    if (!std::exchange(has_results_, false)) return std::nullopt;
    return lanes_.results();
}

// Returns the pictures on the display of loop number `lane`; before the run, its newest state. While the run skips to
// its end (hurry()), loops can be at different times. Then the pictures are those at the time of the loop that is
// furthest behind: the earliest of the times at which the loops' next frames start.
Screen LanesRun::on_screen(std::size_t lane)
{
    if (state_ == State::ready) return {.parts = {{0.0, lanes_[lane].lane().newest()}}, .arrived = {}};
    Nanos now = time_;
    for (std::size_t i = 0; hurry_ && i < lanes_.size(); ++i)
        now = i == 0 ? lanes_[i].next_frame_at() : std::min(now, lanes_[i].next_frame_at());
    looked_at_ = std::max(looked_at_, now);
    return lanes_[lane].on_screen(looked_at_);
}

double LanesRun::done() const
{
    if (state_ == State::over || state_ == State::free) return 1.0;
    double least = 1.0;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        const LaneRun& lane = lanes_[i];
        const auto share    = [](auto part, auto whole)
        { return whole == 0 ? 1.0 : std::min(static_cast<double>(part) / static_cast<double>(whole), 1.0); };
        double of_lane = 0.0;
        if (lesson_->length.time)
            of_lane = share(lane.lane().samples().back().wall.count(), lesson_->length.time->count());
        if (lesson_->length.frames)
            of_lane = std::max(of_lane, share(lane.lane().totals().frames, *lesson_->length.frames));
        if (lesson_->length.ticks)
            of_lane = std::max(of_lane, share(lane.lane().world().ticks(), *lesson_->length.ticks));
        least = std::min(least, of_lane);
    }
    return least;
}

} // namespace lab
