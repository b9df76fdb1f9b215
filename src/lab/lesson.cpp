#include "lab/lesson.hpp"

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

Experiment parsed(std::size_t place)
{
    const ExperimentFile& file = all_experiments()[place];
    auto read                  = parse_experiment(file.text, file.name);
    if (const auto* error = std::get_if<std::string>(&read)) throw std::runtime_error{*error};
    return std::get<Experiment>(std::move(read));
}

// The first frame is there before anybody runs it: without it there is no picture.
Lanes begun(std::span<const LaneSetup> setups, const RunLength& length)
{
    Lanes lanes{setups, length};
    lanes.advance_to(Nanos::zero());
    return lanes;
}

Verdict told_by(const Experiment& experiment, std::vector<LaneResult> results)
{
    auto outcome = judge(experiment, std::move(results));
    if (const auto* error = std::get_if<std::string>(&outcome)) throw std::runtime_error{*error};
    return std::get<Verdict>(std::move(outcome));
}

} // namespace

Lesson::Lesson(std::size_t place)
    : place_{place}
    , experiment_{parsed(place)}
    , lanes_{begun(experiment_.lanes, experiment_.length)}
{
}

bool Lesson::takes(const Key& key)
{
    const bool asking = stage_ == Stage::asking;
    switch (key.action)
    {
    case Action::loop: guess_at(static_cast<std::size_t>(key.name[0] - '1')); return true;
    case Action::pause:
        if (asking) run();
        return asking;
    default: return would_change_lanes(key.action);
    }
}

void Lesson::begin_frame(Desk& desk)
{
    const Nanos passed = desk.begin_watched_frame();
    if (desk.take_single_frame()) single_frame();
    const bool open = !verdict_;
    advance(passed);
    if (!open || stage_ != Stage::revealed) return;
    Learnt& best = desk.progress.experiments.try_emplace(experiment_.name, Learnt::seen).first->second;
    best         = std::max(best, learnt());
}

void Lesson::guess_at(std::size_t answer)
{
    if (stage_ == Stage::asking && answer < experiment_.answers.size()) guess_ = answer;
}

void Lesson::run()
{
    if (stage_ != Stage::asking) return;
    stage_           = Stage::running;
    const auto found = std::ranges::find_if(experiment_.beliefs, [&](const Belief& b) { return b.answer == guess_; });
    if (found == experiment_.beliefs.end()) return;
    belief_         = &*found;
    believed_lanes_ = begun({&belief_->setup, 1}, experiment_.length);
}

void Lesson::try_it()
{
    if (stage_ != Stage::revealed || experiment_.free == nullptr) return;
    tried_ = experiment_.lanes.front().settings;
    given_ = experiment_.free->get(tried_);
    lanes_ = begun(experiment_.lanes, {});
    time_ = looked_at_ = Nanos::zero();
    stage_             = Stage::trying;
    hurry_             = false;
    belief_            = nullptr;
    believed_lanes_.reset();
}

void Lesson::obey_hand()
{
    const double wanted = experiment_.free->get(tried_);
    if (std::exchange(given_, wanted) == wanted) return;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        experiment_.free->set(lanes_[i].setup().settings, wanted);
        lanes_[i].obey();
    }
}

const Lane* Lesson::belief(std::size_t lane) const
{
    return belief_ != nullptr && belief_->lane == lane ? &(*believed_lanes_)[0].lane() : nullptr;
}

Moment Lesson::believed()
{
    Screen screen = (*believed_lanes_)[0].on_screen(looked_at_);
    return screen.parts.empty() ? (*believed_lanes_)[0].lane().newest() : screen.parts.back().moment;
}

void Lesson::restart()
{
    if (stage_ == Stage::judging) coming_.wait();
    coming_ = {};
    lanes_  = begun(experiment_.lanes, experiment_.length);
    belief_ = nullptr;
    believed_lanes_.reset();
    time_ = looked_at_ = Nanos::zero();
    stage_             = Stage::asking;
    hurry_             = false;
    verdict_.reset();
}

void Lesson::to_the_end()
{
    run();
    hurry_ = true;
}

void Lesson::advance(Nanos lab_time)
{
    if (stage_ == Stage::trying) obey_hand();
    if (stage_ == Stage::running || stage_ == Stage::trying) compute(lab_time);
    if (stage_ == Stage::judging) look_for_verdict();
}

void Lesson::single_frame()
{
    if (stage_ != Stage::running && stage_ != Stage::trying) return;
    lanes_.single_frame();
    time_ = std::max(time_, lanes_.time());
    if (believed_lanes_) believed_lanes_->advance_to(time_);
}

// What has been watched for long enough is hurried to its end.
void Lesson::compute(Nanos lab_time)
{
    const bool endless = stage_ == Stage::trying;
    const Nanos end    = endless ? Nanos::max() : experiment_.length.time.value_or(Nanos::max());
    hurry_             = !endless && (hurry_ || time_ >= experiment_.watched);
    const Nanos to     = hurry_ ? end : std::min(time_ + lab_time, end);
    const auto most    = hurry_ ? hurried_frames : 20'000;
    const bool arrived = lanes_.advance_to(to, most);
    if ((!believed_lanes_ || believed_lanes_->advance_to(to, most)) && arrived) time_ = to;
    if (endless || !lanes_.done() || (believed_lanes_ && !believed_lanes_->done())) return;
    coming_ = io::Task<Verdict>{[this, results = lanes_.results()]() mutable
                                { return told_by(experiment_, std::move(results)); }};
    stage_  = Stage::judging;
}

void Lesson::look_for_verdict()
{
    if (!coming_.is_done()) return;
    verdict_ = coming_.take();
    stage_   = Stage::revealed;
}

// Before the run the lanes are shown as they start. In a hurry they are behind the end that they hurry to.
Screen Lesson::on_screen(std::size_t lane)
{
    if (stage_ == Stage::asking) return {.parts = {{0.0, lanes_[lane].lane().newest()}}, .arrived = {}};
    Nanos now = time_;
    for (std::size_t i = 0; hurry_ && i < lanes_.size(); ++i)
        now = i == 0 ? lanes_[i].next_frame_at() : std::min(now, lanes_[i].next_frame_at());
    looked_at_ = std::max(looked_at_, now);
    return lanes_[lane].on_screen(looked_at_);
}

double Lesson::done() const
{
    if (stage_ != Stage::asking && stage_ != Stage::running) return 1.0;
    double least = 1.0;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        const LaneRunner& lane = lanes_[i];
        const auto share       = [](auto part, auto whole)
        { return whole == 0 ? 1.0 : std::min(static_cast<double>(part) / static_cast<double>(whole), 1.0); };
        double of_lane = 0.0;
        if (experiment_.length.time)
            of_lane = share(lane.lane().samples().back().wall.count(), experiment_.length.time->count());
        if (experiment_.length.frames)
            of_lane = std::max(of_lane, share(lane.lane().totals().frames, *experiment_.length.frames));
        if (experiment_.length.ticks)
            of_lane = std::max(of_lane, share(lane.lane().world().ticks(), *experiment_.length.ticks));
        least = std::min(least, of_lane);
    }
    return least;
}

Learnt Lesson::learnt() const
{
    if (!guess_) return Learnt::seen;
    return *guess_ == experiment_.right ? Learnt::right : Learnt::wrong;
}

} // namespace lab
