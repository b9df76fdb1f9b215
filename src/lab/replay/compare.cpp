#include "lab/replay/compare.hpp"

#include <cmath>
#include <deque>

namespace lab
{

namespace
{

// Runs a replay and returns its physics steps one by one.
class Steps
{
public:
    explicit Steps(ReplayRun& run)
        : run_{run}
    {
        run.watch([this](const StepMark& mark) { ahead_.push_back(mark); });
    }
    Steps(const Steps&)          = delete;
    void operator=(const Steps&) = delete;
    ~Steps() { run_.watch({}); }

    /// Returns the next step; null at the end of the run.
    const StepMark* next()
    {
        while (ahead_.empty() && run_.frame())
        {
        }
        return ahead_.empty() ? nullptr : &ahead_.front();
    }
    /// Moves past the step that next() returns. There must be such a step.
    void take()
    {
        last_ = ahead_.front();
        ahead_.pop_front();
    }
    /// Moves to the end of the run. Returns the number of steps that were skipped.
    std::int64_t take_all()
    {
        std::int64_t count = 0;
        for (; next() != nullptr; ++count) take();
        return count;
    }
    /// Returns the body's coordinate x (scenes::Probe::x) at a simulated time, interpolated between two steps; nothing
    /// after the end of the run.
    std::optional<double> x_at(double seconds)
    {
        while (next() != nullptr && next()->seconds < seconds) take();
        if (next() == nullptr) return std::nullopt;
        if (!last_) return next()->probe.x;
        const double part = (seconds - last_->seconds) / (next()->seconds - last_->seconds);
        return std::lerp(last_->probe.x, next()->probe.x, part);
    }

private:
    ReplayRun& run_;
    std::deque<StepMark> ahead_;
    std::optional<StepMark> last_;
};

bool is_same(const StepMark& a, const StepMark& b)
{
    return a.seconds == b.seconds && a.hash == b.hash && a.probe == b.probe;
}

Parting parting_of(const StepMark& a, const StepMark& b, std::int64_t tick)
{
    Parting parting{.tick = tick, .seconds = a.seconds};
    const auto is = [&](std::string_view what, double of_a, double of_b)
    {
        if (of_a == of_b || !parting.what.empty()) return;
        parting.what = what;
        parting.a    = of_a;
        parting.b    = of_b;
    };
    is("time", a.seconds, b.seconds);
    is("x", a.probe.x, b.probe.x);
    is("v", a.probe.v, b.probe.v);
    is("energy", a.probe.energy, b.probe.energy);
    if (parting.what.empty()) parting.what = "state";
    return parting;
}

} // namespace

ReplayComparison compare(ReplayRun& a, ReplayRun& b)
{
    const std::int64_t start = a.tick();
    Steps of_a{a}, of_b{b};
    ReplayComparison found;
    while (of_a.next() != nullptr && of_b.next() != nullptr && is_same(*of_a.next(), *of_b.next()))
    {
        of_a.take();
        of_b.take();
        ++found.common;
    }
    if (of_a.next() == nullptr || of_b.next() == nullptr)
    {
        found.more_a = of_a.take_all();
        found.more_b = of_b.take_all();
        return found;
    }
    found.parting = parting_of(*of_a.next(), *of_b.next(), start + found.common + 1);
    for (std::size_t i = 0; i < apart_after.size(); ++i)
    {
        const double at = found.parting->seconds + apart_after[i];
        const auto x_a = of_a.x_at(at), x_b = of_b.x_at(at);
        if (x_a && x_b) found.parting->apart[i] = std::abs(*x_a - *x_b);
    }
    return found;
}

} // namespace lab
