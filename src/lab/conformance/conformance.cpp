#include "lab/conformance/conformance.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "catalogue/presets.hpp"
#include "timestep/loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab
{

namespace
{

using namespace std::chrono_literals;
using recordings::KnownLoop;
using timestep::Rate;
using timestep::StepPlan;

// Frame times of exactly one step each, if a step is not a whole number of nanoseconds on average.
class EvenFrames
{
public:
    explicit EvenFrames(Rate rate)
        : unit_{rate}
    {
    }

    Nanos next()
    {
        rest_units_ += unit_.units_per_step;
        const Nanos time = unit_.to_nanos(rest_units_);
        rest_units_ -= unit_.to_units(time);
        return time;
    }

private:
    timestep::ExactTimeUnit unit_;
    std::int64_t rest_units_ = 0;
};

std::string nanos_text(double ns)
{
    return ns < 1000.0 ? base::number_text(ns, 3) + " ns"
                       : base::rounded_duration_text(timestep::from_seconds(ns * 1e-9));
}

std::string steps_text(std::int64_t steps) { return fmt::format("{} step{}", steps, steps == 1 ? "" : "s"); }

// How the time that the loop neither simulates nor carries changes, in ns a frame, with frames of one step each.
struct TimeLoss
{
    double ns_per_frame = 0.0;
    bool is_exact = false; ///< false: the loop does not say what it carries, so only a loss of over a step is seen
};

TimeLoss measure_time_loss(ForeignLoop& loop, Rate rate)
{
    constexpr int settling_frames = 30, frame_count = 3600;
    EvenFrames frames{rate};
    // The loop's phase is half a step, so that its step counts do not change where frame and step end together.
    loop.plan({.frame_time = frames.next() * 3 / 2}, rate);
    double unsimulated_ns = 0.0, first = 0.0, least = 0.0, most = 0.0;
    for (int i = 0; i < frame_count; ++i)
    {
        const Nanos frame_time = frames.next();
        loop.plan({.frame_time = frame_time}, rate);
        const PlanAnswer& answer = loop.newest_answer();
        unsimulated_ns += static_cast<double>(frame_time.count()) -
                          1e9 * (static_cast<double>(answer.steps) * answer.seconds + answer.tail_seconds);
        const bool leads = answer.presentation == timestep::Presentation::step_ahead;
        const double carried_ns = answer.carried ? static_cast<double>(answer.carried->count())
                                                 : (answer.alpha - (leads ? 1.0 : 0.0)) * answer.seconds * 1e9;
        const double lost_ns = unsimulated_ns - carried_ns;
        if (i == settling_frames) first = least = most = lost_ns;
        if (i < settling_frames) continue;
        least = std::min(least, lost_ns);
        most = std::max(most, lost_ns);
        if (i + 1 == frame_count)
        {
            const double change = lost_ns - first;
            // A loss is even: a carried time that is only said in jumps of a step is no loss.
            const bool is_even = most - least <= std::abs(change) + 1000.0;
            const double per_frame = change / (frame_count - 1 - settling_frames);
            const double resolution = is_even ? 0.01 : timestep::step_seconds(rate) * 1e9 * 2.0 / frame_count;
            return {std::abs(per_frame) < resolution ? 0.0 : per_frame, is_even};
        }
    }
    return {};
}

// The frames of a run, compared with a known loop.
struct Differences
{
    std::size_t frames_with_other_steps = 0;
    double max_alpha = 0.0;
    Nanos max_simulated{}, max_carried{};
};

Differences compare(const recordings::ProbeRecording& recording, std::span<const Nanos> carried, const KnownLoop& known)
{
    Differences differences;
    const recordings::LoopSimulator simulate = known.make_simulator();
    Nanos recorded_time{}, known_time{};
    for (std::size_t i = 0; i < recording.frame_times.size(); ++i)
    {
        const recordings::SimulatedFrame frame = simulate(recording.frame_times[i]);
        if (frame.steps != recording.step_counts[i]) ++differences.frames_with_other_steps;
        recorded_time += recording.simulated_times[i];
        known_time += frame.simulated_time;
        differences.max_simulated = std::max(differences.max_simulated, std::chrono::abs(recorded_time - known_time));
        differences.max_carried = std::max(differences.max_carried, std::chrono::abs(carried[i] - frame.carried_time));
        differences.max_alpha = std::max(differences.max_alpha, std::abs(recording.alphas[i] - frame.alpha));
    }
    return differences;
}

std::string rate_text(const KnownLoop& loop)
{
    return loop.rate ? fmt::format(" at {} Hz", base::number_text(timestep::to_hertz(*loop.rate))) : "";
}

// The best loop, or one with the same steps and times if only that one draws its frames in this way.
std::string name_of_equal_preset(const recordings::LoopIdentification& identification,
                                 timestep::Presentation presentation)
{
    const auto draws_so = [&](const std::string& name)
    {
        const timestep::Preset* preset = catalogue::find_preset(name);
        return preset != nullptr && preset->make(preset->default_rate).presentation == presentation;
    };
    const std::string& best = identification.best.known_loop.name;
    const auto& others = identification.indistinguishable_presets;
    const auto found = std::ranges::find_if(others, draws_so);
    return draws_so(best) || found == others.end() ? best : *found;
}

std::vector<std::string> names_of_others(const recordings::LoopIdentification& identification, const std::string& name)
{
    std::vector<std::string> names{identification.best.known_loop.name};
    names.insert(names.end(), identification.indistinguishable_presets.begin(),
                 identification.indistinguishable_presets.end());
    std::erase(names, name);
    return names;
}

// The classes that apply to the loop.
std::string class_text(const recordings::ProbeRecording& recording, const ForeignLoop& loop, bool has_constant_step,
                       bool drops_time)
{
    std::vector<std::string_view> classes;
    const bool runs_one = std::ranges::all_of(recording.step_counts, [](std::int64_t n) { return n == 1; });
    classes.push_back(runs_one ? "one step a frame" : has_constant_step ? "accumulator-like" : "variable steps");
    if (drops_time) classes.push_back("drops time");
    const bool uses_alpha = std::ranges::any_of(recording.alphas, [](double alpha) { return alpha != 1.0; });
    if (uses_alpha && blends_two_states(loop.newest_answer().presentation)) classes.push_back("blends");
    return fmt::format("{}", fmt::join(classes, ", "));
}

} // namespace

recordings::ProbeRecording record_foreign_loop(ForeignLoop& loop, Rate rate, std::span<const Nanos> frame_times)
{
    recordings::ProbeRecording recording{.name = loop.name()};
    for (const Nanos frame_time : frame_times)
    {
        const StepPlan plan = loop.plan({.frame_time = frame_time}, rate);
        recording.frame_times.push_back(frame_time);
        recording.step_counts.push_back(plan.steps + (plan.tail > Nanos::zero() ? 1 : 0));
        recording.simulated_times.push_back(plan.stepped);
        recording.alphas.push_back(plan.alpha);
    }
    return recording;
}

namespace
{

// One check of a program: first what it does in a vector of many kinds of frames, then the laws of a loop.
class ConformanceCheck
{
public:
    ConformanceCheck(const LoopCommand& command, const LoopGreeting& greeting)
        : loop_{command, greeting}
        , rate_{greeting.rate}
        , frame_times_{recordings::synthetic_frame_times(greeting.rate)}
    {
    }

    ConformanceReport run()
    {
        run_vector();
        describe_known_loop();
        const std::string loss_text = check_laws();
        describe_unusual_frames();
        add_broken_laws_of_drawing();
        write_sentence(loss_text);
        return std::move(report_);
    }

private:
    void add_detail(std::string_view law, const std::string& text)
    {
        report_.details.push_back(fmt::format("{:<14} {}", law, text));
    }
    void add_law(std::string_view law, bool is_kept, const std::string& text)
    {
        add_detail(law, text);
        if (!is_kept) broken_.push_back(text);
    }
    std::string known_loop_text() const
    {
        return fmt::format("`{}`{}{}{}", best_.name, rate_text(best_), best_.long_frame_limit_text.empty() ? "" : ", ",
                           best_.long_frame_limit_text);
    }

    void run_vector();
    void describe_known_loop();
    std::string check_laws(); // returns what the loop does with the time of even frames
    void describe_unusual_frames();
    void add_broken_laws_of_drawing();
    void write_sentence(const std::string& loss_text);

    ForeignLoop loop_;
    Rate rate_; ///< of the greeting
    Rate own_rate_{}; ///< at which the loop runs
    std::vector<Nanos> frame_times_;
    ConformanceReport report_{};
    recordings::ProbeRecording recording_{};
    recordings::LoopIdentification identification_{};
    KnownLoop best_{};
    std::vector<Nanos> carried_{};
    double min_alpha_ = 0.0, max_alpha_ = 1.0, step_seconds_ = 0.0;
    bool has_constant_step_ = true, uses_alpha_ = false, is_preset_ = false;
    std::vector<std::string> broken_{};
};

void ConformanceCheck::run_vector()
{
    recording_.name = loop_.name();
    for (const Nanos& frame_time : frame_times_)
    {
        const recordings::ProbeRecording frame = record_foreign_loop(loop_, rate_, {&frame_time, 1});
        const PlanAnswer& answer = loop_.newest_answer();
        recording_.frame_times.push_back(frame_time);
        recording_.step_counts.push_back(frame.step_counts[0]);
        recording_.simulated_times.push_back(frame.simulated_times[0]);
        recording_.alphas.push_back(frame.alphas[0]);
        carried_.push_back(loop_.carried());
        if (answer.is_drawn && blends_two_states(answer.presentation))
        {
            min_alpha_ = std::min(min_alpha_, answer.alpha);
            max_alpha_ = std::max(max_alpha_, answer.alpha);
        }
        if (answer.steps > 0 && step_seconds_ == 0.0) step_seconds_ = answer.seconds;
        if (answer.tail_seconds > 0.0 || (answer.steps > 0 && std::abs(answer.seconds - step_seconds_) > 1e-9))
            has_constant_step_ = false;
    }
    identification_ = recordings::identify_loop(recording_);
    best_ = identification_.best.known_loop;
    is_preset_ = identification_.is_identified && identification_.best.agreeing_frame_count == frame_times_.size() &&
                 (best_.kind == KnownLoop::Kind::preset || best_.kind == KnownLoop::Kind::preset_with_other_limit);
    uses_alpha_ = std::ranges::any_of(recording_.alphas, [](double alpha) { return alpha != 1.0; });
    best_.name = name_of_equal_preset(identification_, uses_alpha_ ? loop_.newest_answer().presentation
                                                                   : timestep::Presentation::latest);
}

void ConformanceCheck::describe_known_loop()
{
    Nanos left_over{};
    for (std::size_t i = 0; i < frame_times_.size(); ++i) left_over += frame_times_[i] - recording_.simulated_times[i];
    const bool drops_time = left_over > 2 * timestep::from_seconds(step_seconds_) + 1ms;
    const Differences differences = compare(recording_, carried_, best_);
    add_detail("class", class_text(recording_, loop_, has_constant_step_, drops_time));
    add_detail("nearest loop", fmt::format("{}, in {} of {} frames", known_loop_text(),
                                           identification_.best.agreeing_frame_count, frame_times_.size()));
    if (!identification_.indistinguishable_presets.empty())
        add_detail("same steps as", fmt::format("{}", fmt::join(names_of_others(identification_, best_.name), ", ")));
    add_detail("simulated time",
               "differs from it by at most " + nanos_text(static_cast<double>(differences.max_simulated.count())));
    if (loop_.account().says_carried)
        add_detail("carried time",
                   "differs from it by at most " + nanos_text(static_cast<double>(differences.max_carried.count())));
    if (uses_alpha_)
        add_detail("alpha", fmt::format("from {} to {}; differs from it by at most {}", base::number_text(min_alpha_),
                                        base::number_text(max_alpha_),
                                        differences.max_alpha < 1e-9 ? "0.000000001"
                                                                     : base::number_text(differences.max_alpha, 3)));
}

// Each law begins with the loop in its first state.
std::string ConformanceCheck::check_laws()
{
    own_rate_ = identification_.is_identified && best_.rate  ? *best_.rate
                : has_constant_step_ && step_seconds_ > 1e-6 ? timestep::nearest_rate(1.0 / step_seconds_)
                                                             : rate_;

    loop_.reset();
    constexpr std::size_t repeated_frames = 600;
    const auto again = record_foreign_loop(loop_, rate_, std::span{frame_times_}.first(repeated_frames));
    std::size_t differing = 0;
    for (std::size_t i = 0; i < repeated_frames; ++i)
        if (again.step_counts[i] != recording_.step_counts[i] || again.alphas[i] != recording_.alphas[i] ||
            again.simulated_times[i] != recording_.simulated_times[i])
            ++differing;
    add_law("reset", differing == 0,
            differing == 0 ? "plans the same frames again"
                           : fmt::format("plans {} of {} frames otherwise after a reset", differing, repeated_frames));

    loop_.reset();
    const TimeLoss loss = measure_time_loss(loop_, own_rate_);
    const std::string loss_text = loss.ns_per_frame == 0.0
                                      ? std::string{loss.is_exact ? "neither loses nor gains time in even frames"
                                                                  : "loses less than a step in 3,600 even frames"}
                                      : fmt::format("{} {} a frame", loss.ns_per_frame > 0.0 ? "loses" : "gains",
                                                    nanos_text(std::abs(loss.ns_per_frame)));
    add_law("even frames", loss.ns_per_frame == 0.0, loss_text);

    EvenFrames frames{own_rate_};
    loop_.reset();
    loop_.plan({.frame_time = frames.next() * 3 / 2}, own_rate_);
    std::int64_t usual_steps = 0;
    for (int i = 0; i < 60; ++i) usual_steps = loop_.plan({.frame_time = frames.next()}, own_rate_).steps;
    const std::int64_t steps_after_pause =
        loop_.plan({.frame_time = frames.next()}, own_rate_, Interruption::pause).steps;
    add_law("after a pause", steps_after_pause <= std::max<std::int64_t>(usual_steps, 1),
            fmt::format("runs {} after a pause", steps_text(steps_after_pause)));
    return loss_text;
}

void ConformanceCheck::describe_unusual_frames()
{
    const StepPlan hitch = loop_.plan({.frame_time = 3s}, own_rate_);
    const StepPlan zero = loop_.plan({.frame_time = 0ns}, own_rate_),
                   back = loop_.plan({.frame_time = -5ms}, own_rate_);
    const bool knows_carried = loop_.account().says_carried || uses_alpha_; // else it may carry nothing
    add_detail("3 s frame",
               fmt::format("runs {}", steps_text(hitch.steps)) +
                   (knows_carried
                        ? fmt::format(", carries {}, drops {}", base::rounded_duration_text(hitch.carried),
                                      base::rounded_duration_text(hitch.dropped))
                        : fmt::format(", leaves {} unsimulated", base::rounded_duration_text(3s - hitch.stepped))));
    add_detail("0 and -5 ms",
               fmt::format("runs {} and {}", steps_text(zero.steps), steps_text(back.steps)) +
                   (knows_carried ? fmt::format(", carries {} and {} ns, drops {} and {} ns", zero.carried.count(),
                                                back.carried.count(), zero.dropped.count(), back.dropped.count())
                                  : ""));
    const StepPlan other = loop_.plan({.frame_time = 1s / 10}, timestep::hz(30));
    add_detail("rate=30/1", std::abs(other.dt_seconds - 1.0 / 30) < 1e-9 ? "is followed" : "is not followed");
}

void ConformanceCheck::add_broken_laws_of_drawing()
{
    constexpr double alpha_tolerance = 1e-9;
    if (max_alpha_ > 1.0 + alpha_tolerance)
        broken_.push_back(fmt::format("draws a state that is not there yet: alpha {}", base::number_text(max_alpha_)));
    if (min_alpha_ < -alpha_tolerance)
        broken_.push_back(
            fmt::format("draws a state from before the last two: alpha {}", base::number_text(min_alpha_)));
    if (!identification_.alpha_mistake.empty() && uses_alpha_) broken_.push_back(identification_.alpha_mistake);
    if (identification_.is_identified && best_.kind == KnownLoop::Kind::mistake) broken_.push_back(best_.mistake_text);
}

void ConformanceCheck::write_sentence(const std::string& loss_text)
{
    report_.conforms = is_preset_ && broken_.empty();
    if (!broken_.empty() && !(is_preset_ && broken_.size() == 1 && broken_.front() == loss_text))
        report_.sentence = broken_.front();
    else if (is_preset_)
        report_.sentence = "behaves as " + known_loop_text();
    else
        report_.sentence = fmt::format("is no known loop: {}", report_.details.front().substr(15));
    for (const std::string& law : broken_)
        if (law != report_.sentence) report_.details.insert(report_.details.begin(), "also           " + law);
}

} // namespace

ConformanceReport check_conformance(const LoopCommand& command, const LoopGreeting& greeting)
{
    return ConformanceCheck{command, greeting}.run();
}

} // namespace lab
