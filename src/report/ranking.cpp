#include "report/ranking.hpp"

#include "lab/all_cores.hpp"
#include "lab/scoreboard.hpp"
#include "report/replay.hpp"
#include "telemetry/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace report
{

namespace
{

using namespace timestep;
using telemetry::FrameSample;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan      = std::numeric_limits<double>::quiet_NaN();

constexpr std::array criteria{
    Criterion{"smoothness", "judder", "ms",
              "Root mean square of the animation error: how far the picture's motion is from the time on the screen.",
              3.0, 4.0, [](const Candidate& c) { return c.result.metrics.animation.rms_ms; }},
    Criterion{"latency", "latency", "ms",
              "The larger of two means: how old the picture is, and how old the newest input in it is.", 3.0, 16.7,
              [](const Candidate& c) { return std::max(std::abs(c.result.metrics.age.age_mean_ms), c.input_age_ms); }},
    Criterion{"dropped", "dropped", "%", "Time that the loop gave up on or made up, by the time that passed.", 1.0, 1.0,
              [](const Candidate& c)
              {
                  const double wall_ms = c.result.metrics.pacing.mean_ms * static_cast<double>(c.result.metrics.frames);
                  return wall_ms > 0.0 ? 100.0 * std::abs(c.result.metrics.progress.dropped_ms) / wall_ms : 0.0;
              }},
    Criterion{"speed", "off speed", "%", "How far the game's clock is from real time: |simulated / wall - 1|.", 2.0,
              1.0, [](const Candidate& c) { return 100.0 * std::abs(c.speed - 1.0); }},
    Criterion{"truth", "drawn wrong", "cm",
              "How far, at worst, a ball is drawn from where it was; it flies at 5 m/s between walls 0.9 m apart.", 2.0,
              5.0, [](const Candidate& c) { return c.drawn_wrong_cm; }},
    Criterion{"spiral", "overload", "ms",
              "The frame time at which it settles when a step costs a quarter more than it simulates; no marks when "
              "frames, or the time that it owes, only grow.",
              2.0, 250.0, [](const Candidate& c) { return c.overload_ms; }},
    Criterion{"reproducible", "other runs", "",
              "0 when the game is the same, step by step, on a machine with other frame times; else 1.", 2.0, 1.0,
              [](const Candidate& c) { return c.result.reproducible.value_or(false) ? 0.0 : infinity; }},
    Criterion{"step", "longest step", "ms",
              "The longest physics step taken: springs, walls and solvers have to bear it.", 1.0, 16.7,
              [](const Candidate& c) { return c.longest_step_ms; }},
    Criterion{"work", "steps/s", "1/s", "Physics steps per second of wall time, scratch steps for a picture included.",
              1.0, 240.0, [](const Candidate& c) { return c.steps_per_s; }},
};

// A ball that flies to and fro between two walls, exactly; what is drawn wrong of it is the presentation's doing.
struct Ball
{
    static constexpr double speed = 5.0;                // m/s
    static constexpr double space = 0.8944271909999159; // m, between the walls: in step with no rate

    static double phase(double time) { return time * speed - 2.0 * space * std::floor(time * speed / (2.0 * space)); }
    static double at(double time) { return phase(time) < space ? phase(time) : 2.0 * space - phase(time); }
    static double velocity(double time) { return phase(time) < space ? speed : -speed; }

    /// As a picture of `s` draws it, after the states at `before` and at `now`.
    static double drawn(const FrameSample& s, double before, double now)
    {
        using enum Presentation;
        switch (s.plan.presentation)
        {
        case interpolate:
        case step_ahead: return at(before) + s.plan.alpha * (at(now) - at(before));
        case extrapolate: return at(now) + to_seconds(s.plan.carried) * velocity(now);
        case render_tick: return at(now + to_seconds(s.plan.carried));
        case latest: break;
        }
        return at(now);
    }
};

// What a lane's metrics do not hold.
class Watch
{
public:
    void add(const FrameSample& s)
    {
        watch_steps(s);
        watch_picture(s);
        in_ += s.measured;
        stepped_ += s.plan.stepped;
        carried_ = s.plan.carried;
    }

    void finish(Candidate& c) const
    {
        const double seconds = to_seconds(in_);
        c.speed              = seconds > 0.0 ? to_seconds(stepped_ + carried_) / seconds : 1.0;
        c.steps_per_s        = seconds > 0.0 ? static_cast<double>(steps_) / seconds : 0.0;
        c.input_age_ms       = frames_ > 0 ? input_age_ms_ / static_cast<double>(frames_) : 0.0;
        c.longest_step_ms    = longest_ms_;
        c.drawn_wrong_cm     = wrong_cm_;
    }

private:
    void watch_steps(const FrameSample& s)
    {
        const std::int64_t steps = telemetry::steps_of(s);
        if (steps > 0) decided_before_ = std::exchange(decided_, s.wall);
        if (steps > 1) decided_before_ = s.wall;
        if (steps > 0) last_step_ = s.plan.tail > Nanos::zero() ? s.plan.tail : s.plan.dt;
        steps_ += steps + (s.plan.presentation == Presentation::render_tick ? 1 : 0);
        if (s.plan.steps > 0) longest_ms_ = std::max(longest_ms_, s.plan.dt_seconds * 1e3);
        longest_ms_ = std::max(longest_ms_, to_millis(s.plan.tail));
    }

    void watch_picture(const FrameSample& s)
    {
        if (s.frame == 0) return;
        const double now    = to_seconds(s.simulated);
        const double before = now - to_seconds(last_step_);
        wrong_cm_ = std::max(wrong_cm_, 100.0 * std::abs(Ball::drawn(s, before, now) - Ball::at(to_seconds(s.shown))));
        ++frames_;
        input_age_ms_ += input_age(s);
    }

    // Input is read when a step is run; a picture between two states is made of both, one made of a scratch step of its
    // own input.
    double input_age(const FrameSample& s) const
    {
        using enum Presentation;
        const double newest = to_millis(s.wall - decided_);
        switch (s.plan.presentation)
        {
        case render_tick: return 0.0;
        case interpolate:
        case step_ahead: break;
        case latest:
        case extrapolate: return newest;
        }
        const double alpha = std::clamp(s.plan.alpha, 0.0, 1.0);
        return alpha * newest + (1.0 - alpha) * to_millis(s.wall - decided_before_);
    }

    Nanos in_{}, stepped_{}, carried_{};
    Nanos decided_{}, decided_before_{}; // when the newest step was run, and the one before
    Nanos last_step_{};
    std::int64_t frames_ = 0, steps_ = 0;
    double input_age_ms_ = 0.0, longest_ms_ = 0.0, wrong_cm_ = 0.0;
};

// Frames of `work` on a PC whose steps cost a quarter more than they simulate: the longest of the second half, infinite
// when they, or what the loop owes, grow to seconds.
double overload_ms(const Candidate& c, Nanos work)
{
    constexpr int frames               = 120;
    constexpr Nanos hopeless           = 10s;
    constexpr Nanos debt               = 1s;
    const Nanos step_cost              = step_ns(c.loop.rate()) * 5 / 4;
    lab::LaneSetup setup               = lane_of(c);
    setup.settings.machine.vsync       = machine::Vsync::off;
    setup.settings.machine.render_cost = work + scratch_steps(c) * step_cost;
    setup.settings.machine.step_cost   = step_cost;
    lab::RaceLane lane{setup};
    Nanos longest{};
    for (int i = 0; i < frames; ++i)
    {
        const FrameSample& sample = lane.frame();
        longest                   = i < frames / 2 ? Nanos{} : std::max(longest, sample.measured);
        if (sample.measured > hopeless || sample.plan.carried > debt) return infinity;
    }
    return to_millis(longest);
}

void judge(Candidate& c, const RankOptions& options, const Replay& replay)
{
    const lab::LaneSetup setup = replay.lane_of(c);
    Watch watch;
    c.result              = lab::run_lane(setup, replay.length(), [&](const FrameSample& s) { watch.add(s); });
    c.result.reproducible = lab::reproducible(setup, 120);
    watch.finish(c);
    c.load        = options.step_cost ? c.steps_per_s * to_seconds(*options.step_cost) : nan;
    c.overload_ms = overload_ms(c, replay.median());
    c.too_old     = options.max_age && criteria[1].get(c) > to_millis(*options.max_age);
}

double score_of(const Candidate& c, std::span<const double> weights)
{
    double sum = 0.0, all = 0.0;
    for (std::size_t i = 0; i < criteria.size(); ++i)
    {
        sum += weights[i] * marks(criteria[i], c);
        all += weights[i];
    }
    return all > 0.0 ? 100.0 * sum / all : 0.0;
}

bool dominates(const Candidate& a, const Candidate& b)
{
    bool better = false;
    for (const Criterion& criterion : criteria)
    {
        if (criterion.get(a) > criterion.get(b)) return false;
        better = better || criterion.get(a) < criterion.get(b);
    }
    return better;
}

void mark_front(std::vector<Candidate>& all)
{
    for (Candidate& c : all)
        c.pareto = std::none_of(all.begin(), all.end(), [&](const Candidate& other) { return dominates(other, c); });
}

std::vector<Candidate> entrants(const RankOptions& options)
{
    std::vector<Candidate> all;
    for (const std::size_t preset : options.loops)
        for (const Rate rate : options.rates)
        {
            all.push_back({.preset = preset, .loop = all_presets[preset].make(rate)});
            if (!all_presets[preset].has_rate) break;
        }
    return all;
}

// Leaves the frames around the longest one; returns the number of the first of them.
std::size_t cut(std::vector<Nanos>& frames)
{
    if (frames.size() <= most_frames) return 0;
    const auto longest      = static_cast<std::size_t>(std::max_element(frames.begin(), frames.end()) - frames.begin());
    const std::size_t first = std::clamp(longest, most_frames / 2, frames.size() - most_frames / 2) - most_frames / 2;
    frames.erase(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(first));
    frames.resize(most_frames);
    return first;
}

// A cap on the frame time just beyond the longest recorded frame, where the loop has such a cap.
std::optional<Candidate> with_own_cap(const Candidate& c, Nanos longest)
{
    Candidate tuned{.preset = c.preset, .loop = all_presets[c.preset].make(c.loop.rate())};
    auto* const cap   = std::get_if<CapFrameTime>(&tuned.loop.overload);
    const Nanos limit = std::clamp<Nanos>((longest * 5 / 4 / 10ms + 1) * 10ms, 50ms, 1s);
    if (cap == nullptr || cap->limit == limit) return std::nullopt;
    cap->limit     = limit;
    tuned.settings = fmt::format("overload.limit={}ms", limit / 1ms);
    return tuned;
}

std::string rate_text(Rate rate)
{
    return rate.num % rate.den == 0 ? fmt::to_string(rate.num / rate.den) : fmt::format("{}/{}", rate.num, rate.den);
}

std::string label(const Candidate& c)
{
    const std::string rate = c.has_rate() ? fmt::format(" at {:.4g} Hz", c.hz()) : "";
    return fmt::format("{}{}{}{}", c.name(), rate, c.settings.empty() ? "" : " with ", c.settings);
}

std::string first_sentence(const Ranking& r, const Candidate& c)
{
    const telemetry::Metrics& m = c.result.metrics;
    const std::string limits =
        c.too_old ? fmt::format(" (none is within the {:g} ms that were asked for)", to_millis(*r.options.max_age))
                  : "";
    const auto smoothest = std::min_element(r.candidates.begin(), r.candidates.end(),
                                            [](const Candidate& a, const Candidate& b)
                                            { return criteria[0].get(a) < criteria[0].get(b); });
    const std::string load =
        std::isnan(c.load) ? "" : fmt::format(", its steps take {:.0f} % of the time", 100.0 * c.load);
    return fmt::format(
        "Take {}{}: over these {} frames its motion is off by {:.2f} ms RMS (the best of all by {:.2f}), "
        "its pictures are {:.1f} ms old and the input in them {:.1f} ms{}, it runs at {:.2f} % of real "
        "time and gives up on {:.0f} ms of {:.1f} s.",
        label(c), limits, r.frames, m.animation.rms_ms, smoothest->result.metrics.animation.rms_ms,
        std::abs(m.age.age_mean_ms), c.input_age_ms, load, 100.0 * c.speed, std::abs(m.progress.dropped_ms),
        to_seconds(r.length));
}

std::string second_sentence(const Ranking& r, const Candidate& c)
{
    const std::string overload =
        std::isfinite(c.overload_ms)
            ? fmt::format("its frames settle at {:.0f} ms instead of growing for ever", c.overload_ms)
            : std::string{"its frames grow for ever"};
    const auto other       = std::find_if(r.candidates.begin(), r.candidates.end(),
                                          [&](const Candidate& o) { return o.preset != c.preset && !o.too_old; });
    const std::string next = other == r.candidates.end() ? ""
                                                         : fmt::format("; next is {}, which scores {:.1f} to {:.1f}",
                                                                       label(*other), other->score, c.score);
    return fmt::format("When a step costs a quarter more than it simulates {}, {}, and its price is known ({}){}.",
                       overload,
                       c.result.reproducible.value_or(false) ? "the same input gives the same game on every machine"
                                                             : "no two runs of it are the same game",
                       all_presets[c.preset].price, next);
}

void recommend(Ranking& r)
{
    const auto found =
        std::find_if(r.candidates.begin(), r.candidates.end(), [](const Candidate& c) { return !c.too_old; });
    const Candidate& c         = found == r.candidates.end() ? r.candidates.front() : *found;
    r.recommendation.candidate = static_cast<std::size_t>(&c - r.candidates.data());
    r.recommendation.text      = first_sentence(r, c) + " " + second_sentence(r, c);
    r.recommendation.command   = fmt::format("timestep_lab export --loop {}{}{} -o my_timestep.hpp", c.name(),
                                           c.has_rate() ? " --hz " + rate_text(c.loop.rate()) : "",
                                           c.settings.empty() ? "" : " --set " + c.settings);
}

// The best first; of equals the one with fewer steps, then the one that comes first in the list of loops.
void sort_by_score(Ranking& r)
{
    for (Candidate& c : r.candidates) c.score = score_of(c, r.options.weights);
    std::stable_sort(r.candidates.begin(), r.candidates.end(),
                     [](const Candidate& a, const Candidate& b)
                     { return a.score != b.score ? a.score > b.score : a.steps_per_s < b.steps_per_s; });
}

Json candidate_json(const Candidate& c)
{
    Json json{{"loop", c.name()},       {"hz", c.has_rate() ? Json(c.hz()) : Json(nullptr)},
              {"settings", c.settings}, {"score", c.score},
              {"pareto", c.pareto},     {"too_old", c.too_old}};
    for (const Criterion& criterion : criteria) json[std::string{criterion.key}] = number_or_null(criterion.get(c));
    json["reproducible"] = c.result.reproducible.value_or(false);
    json["spirals"]      = !std::isfinite(c.overload_ms);
    json["input_age_ms"] = c.input_age_ms;
    json["clock_speed"]  = c.speed;
    json["load"]         = number_or_null(c.load);
    for (const std::string_view key : {"frames", "steps", "drift_ms", "dropped_ms", "frame_mean_ms", "frame_max_ms",
                                       "steps_max", "zero_step_share", "multi_step_share", "animation_error_mean_ms",
                                       "animation_error_rms_ms", "animation_error_p99_ms", "picture_age_mean_ms"})
        json[std::string{key}] = number_or_null(lab::find_metric(key)->get(c.result));
    return json;
}

} // namespace

std::span<const Criterion> all_criteria() { return criteria; }

double marks(const Criterion& criterion, const Candidate& candidate)
{
    const double value = criterion.get(candidate);
    return std::isfinite(value) ? criterion.half / (criterion.half + value) : 0.0;
}

Ranking rank(std::vector<Nanos> frames, const RankOptions& options,
             const std::function<void(std::size_t done, std::size_t all)>& progress)
{
    Ranking r{.options      = options,
              .first_frame  = cut(frames),
              .frames       = frames.size(),
              .length       = std::accumulate(frames.begin(), frames.end(), Nanos{}),
              .frame_cap_hz = frame_cap_hz(frames),
              .candidates   = entrants(options)};
    if (r.options.weights.empty())
        for (const Criterion& c : criteria) r.options.weights.push_back(c.weight);
    const Nanos longest = *std::max_element(frames.begin(), frames.end());
    const Replay replay{std::move(frames), r.options};

    std::atomic<std::size_t> done{0};
    lab::for_all_cores(r.candidates.size(),
                       [&](std::size_t i)
                       {
                           judge(r.candidates[i], r.options, replay);
                           if (progress) progress(++done, r.candidates.size());
                       });
    sort_by_score(r);
    if (auto tuned = with_own_cap(r.candidates.front(), longest))
    {
        judge(*tuned, r.options, replay);
        r.candidates.push_back(*std::move(tuned));
        sort_by_score(r);
    }
    mark_front(r.candidates);
    recommend(r);
    return r;
}

Json to_json(const Ranking& r)
{
    Json weights, halves, candidates = Json::array();
    for (std::size_t i = 0; i < criteria.size(); ++i)
    {
        weights[std::string{criteria[i].key}] = r.options.weights[i];
        halves[std::string{criteria[i].key}]  = criteria[i].half;
    }
    for (const Candidate& c : r.candidates) candidates.push_back(candidate_json(c));
    const auto& best = r.candidates[r.recommendation.candidate];
    return {{"first_frame", r.first_frame},
            {"frames", r.frames},
            {"length_s", to_seconds(r.length)},
            {"step_cost_ms", r.options.step_cost ? Json(to_millis(*r.options.step_cost)) : Json(nullptr)},
            {"max_age_ms", r.options.max_age ? Json(to_millis(*r.options.max_age)) : Json(nullptr)},
            {"weights", weights},
            {"half_marks_at", halves},
            {"recommendation",
             {{"loop", best.name()},
              {"hz", best.has_rate() ? Json(best.hz()) : Json(nullptr)},
              {"settings", best.settings},
              {"text", r.recommendation.text},
              {"command", r.recommendation.command},
              {"frame_cap_hz", r.frame_cap_hz}}},
            {"candidates", candidates}};
}

Json to_json(const capture::Capture& capture, std::size_t stream, const Ranking& ranking)
{
    Json json{{"file", capture.name}, {"stream", stream + 1}};
    json.update(to_json(ranking));
    return json;
}

} // namespace report
