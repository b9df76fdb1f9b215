#include "lab/lesson_stage.hpp"

#include "lab/watched_keys.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace lab
{

namespace
{

// Of each lane, in one frame of a laboratory in a hurry: so many that a minute is over in a moment, so few that the
// window goes on answering.
constexpr std::int64_t hurried_frames = 1500;

Lesson parsed(std::size_t place)
{
    const LessonFile& file = course_files()[place];
    auto read              = parse_lesson(file.text, file.name);
    if (const auto* error = std::get_if<std::string>(&read)) throw std::runtime_error{*error};
    return std::get<Lesson>(std::move(read));
}

// The first frame is there before anybody runs it: without it there is no picture.
Lanes begun(std::span<const LaneSetup> setups, const RunLength& length)
{
    Lanes lanes{setups, length};
    lanes.advance_to(Nanos::zero());
    return lanes;
}

Verdict told_by(const Lesson& lesson, std::vector<LaneResult> results)
{
    auto outcome = judge(lesson, std::move(results));
    if (const auto* error = std::get_if<std::string>(&outcome)) throw std::runtime_error{*error};
    return std::get<Verdict>(std::move(outcome));
}

} // namespace

LessonStage::LessonStage(std::size_t place)
    : place_{place}
    , lesson_{parsed(place)}
    , lanes_{begun(lesson_.lanes, lesson_.length)}
{
}

bool LessonStage::takes(const Key& key, Desk&)
{
    const bool asking = phase_ == Phase::asking;
    switch (key.action)
    {
    case Action::loop: guess_at(static_cast<std::size_t>(key.name[0] - '1')); return true;
    case Action::pause:
        if (asking) run();
        return asking;
    default: return would_change_lanes(key.action);
    }
}

void LessonStage::begin_frame(Desk& desk)
{
    const Nanos passed = desk.begin_watched_frame();
    if (desk.take_single_frame()) single_frame();
    const bool open = !verdict_;
    advance(passed);
    if (!open || phase_ != Phase::revealed) return;
    Learnt& best = desk.progress.lessons.try_emplace(lesson_.name, Learnt::seen).first->second;
    best         = std::max(best, learnt());
}

void LessonStage::guess_at(std::size_t answer)
{
    if (phase_ == Phase::asking && answer < lesson_.answers.size()) guess_ = answer;
}

void LessonStage::run()
{
    if (phase_ != Phase::asking) return;
    phase_           = Phase::running;
    const auto found = std::ranges::find_if(lesson_.beliefs, [&](const Belief& b) { return b.answer == guess_; });
    if (found == lesson_.beliefs.end()) return;
    belief_         = &*found;
    believed_lanes_ = begun({&belief_->setup, 1}, lesson_.length);
}

void LessonStage::try_it()
{
    if (phase_ != Phase::revealed || lesson_.free == nullptr) return;
    tried_ = lesson_.lanes.front().settings;
    given_ = lesson_.free->get(tried_);
    lanes_ = begun(lesson_.lanes, {});
    time_ = looked_at_ = Nanos::zero();
    phase_             = Phase::trying;
    hurry_             = false;
    belief_            = nullptr;
    believed_lanes_.reset();
}

void LessonStage::obey_hand()
{
    const double wanted = lesson_.free->get(tried_);
    if (std::exchange(given_, wanted) == wanted) return;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        lesson_.free->set(lanes_[i].setup().settings, wanted);
        lanes_[i].obey();
    }
}

const Lane* LessonStage::belief(std::size_t lane) const
{
    return belief_ != nullptr && belief_->lane == lane ? &(*believed_lanes_)[0].lane() : nullptr;
}

std::optional<Believed> LessonStage::belief(std::size_t lane, std::optional<Nanos> frozen)
{
    const Lane* of = std::as_const(*this).belief(lane);
    if (of == nullptr) return std::nullopt;
    return Believed{*of, frozen ? of->moment_at(*frozen) : believed()};
}

physics::Moment LessonStage::believed()
{
    Screen screen = (*believed_lanes_)[0].on_screen(looked_at_);
    return screen.parts.empty() ? (*believed_lanes_)[0].lane().newest() : screen.parts.back().moment;
}

bool LessonStage::restart()
{
    if (phase_ == Phase::judging) coming_.wait();
    coming_ = {};
    lanes_  = begun(lesson_.lanes, lesson_.length);
    belief_ = nullptr;
    believed_lanes_.reset();
    time_ = looked_at_ = Nanos::zero();
    phase_             = Phase::asking;
    hurry_             = false;
    verdict_.reset();
    return true;
}

void LessonStage::to_the_end()
{
    run();
    hurry_ = true;
}

void LessonStage::advance(Nanos lab_time)
{
    if (phase_ == Phase::trying) obey_hand();
    if (phase_ == Phase::running || phase_ == Phase::trying) compute(lab_time);
    if (phase_ == Phase::judging) look_for_verdict();
}

void LessonStage::single_frame()
{
    if (phase_ != Phase::running && phase_ != Phase::trying) return;
    lanes_.single_frame();
    time_ = std::max(time_, lanes_.time());
    if (believed_lanes_) believed_lanes_->advance_to(time_);
}

// What has been watched for long enough is hurried to its end.
void LessonStage::compute(Nanos lab_time)
{
    const bool endless = phase_ == Phase::trying;
    const Nanos end    = endless ? Nanos::max() : lesson_.length.time.value_or(Nanos::max());
    hurry_             = !endless && (hurry_ || time_ >= lesson_.watched);
    const Nanos to     = hurry_ ? end : std::min(time_ + lab_time, end);
    const auto most    = hurry_ ? hurried_frames : 20'000;
    const bool arrived = lanes_.advance_to(to, most);
    if ((!believed_lanes_ || believed_lanes_->advance_to(to, most)) && arrived) time_ = to;
    if (endless || !lanes_.done() || (believed_lanes_ && !believed_lanes_->done())) return;
    coming_ = io::Task<Verdict>{[this, results = lanes_.results()]() mutable
                                { return told_by(lesson_, std::move(results)); }};
    phase_  = Phase::judging;
}

void LessonStage::look_for_verdict()
{
    if (!coming_.is_done()) return;
    verdict_ = coming_.take();
    phase_   = Phase::revealed;
}

// Before the run the lanes are shown as they start. In a hurry they are behind the end that they hurry to.
Screen LessonStage::on_screen(std::size_t lane)
{
    if (phase_ == Phase::asking) return {.parts = {{0.0, lanes_[lane].lane().newest()}}, .arrived = {}};
    Nanos now = time_;
    for (std::size_t i = 0; hurry_ && i < lanes_.size(); ++i)
        now = i == 0 ? lanes_[i].next_frame_at() : std::min(now, lanes_[i].next_frame_at());
    looked_at_ = std::max(looked_at_, now);
    return lanes_[lane].on_screen(looked_at_);
}

double LessonStage::done() const
{
    if (phase_ != Phase::asking && phase_ != Phase::running) return 1.0;
    double least = 1.0;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        const LaneRunner& lane = lanes_[i];
        const auto share       = [](auto part, auto whole)
        { return whole == 0 ? 1.0 : std::min(static_cast<double>(part) / static_cast<double>(whole), 1.0); };
        double of_lane = 0.0;
        if (lesson_.length.time)
            of_lane = share(lane.lane().samples().back().wall.count(), lesson_.length.time->count());
        if (lesson_.length.frames)
            of_lane = std::max(of_lane, share(lane.lane().totals().frames, *lesson_.length.frames));
        if (lesson_.length.ticks)
            of_lane = std::max(of_lane, share(lane.lane().world().ticks(), *lesson_.length.ticks));
        least = std::min(least, of_lane);
    }
    return least;
}

Learnt LessonStage::learnt() const
{
    if (!guess_) return Learnt::seen;
    return *guess_ == lesson_.right ? Learnt::right : Learnt::wrong;
}

} // namespace lab
