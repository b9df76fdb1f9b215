// The overload policies in the notation: of the time that is due, how much is run, how much is kept for later.
#include "exporter/recipe.hpp"

namespace exporter
{

namespace
{

using namespace timestep;

class Writer
{
public:
    explicit Writer(const Account& account)
        : a_{account}
    {
    }

    std::string operator()(const Unlimited& /*no knobs*/) const { return time("$carried + due", {}) + all_of_time; }

    std::string operator()(const CapFrameTime& p) const
    {
        return time("$carried + min(due, limit)", p.limit) + all_of_time;
    }

    std::string operator()(const CapAccumulator& p) const
    {
        if (p.steps == 0) return time("min($carried + due, limit)", p.limit) + all_of_time;
        return fill("const max_due = $n # steps: more are never due at once\n", {{"n", p.steps}}) +
               time("min($carried + due, max_due * step)", {}) + all_of_time;
    }

    std::string operator()(const CapSteps& p) const
    {
        const std::string most = max_steps(p.max_steps, "more are dropped");
        if (!a_.rest_is_step_too)
            return most + time("$carried + due", {}) +
                   "let steps = min(time / step, max_steps)\nlet kept = time % step\n";
        return most + time("$carried + due", {}) + R"(
var steps = time / step
var kept = time % step
if steps >= max_steps { # the short step would be one too many
    steps = max_steps
    kept = 0
}
)";
    }

    std::string operator()(const KeepDebt& p) const
    {
        return max_steps(p.max_steps, "more wait for the next frame") + time("$carried + due", {}) +
               "let steps = min(time / step, max_steps)\nlet kept = time - steps * step\n";
    }

    std::string operator()(const Resync& p) const
    {
        return fill("const patience = $n # steps: when more are due, the clock starts anew\n", {{"n", p.steps}}) +
               time("$carried + due", {}) + R"(
var steps = time / step
var kept = time % step
if time > patience * step {
    steps = 1
    kept = 0
}
)";
    }

    std::string operator()(const RestartClock& p) const
    {
        return limit(p.limit, "a longer frame counts as one step") +
               "var counts_as = due\nif due > limit {\n    counts_as = step\n}\n" + time("$carried + counts_as", {}) +
               all_of_time;
    }

    std::string operator()(const OneStep& /*no knobs*/) const
    {
        return time("$carried + due", {}) +
               fill(R"(
var steps = 0
var kept = time
if time >= step {
    steps = 1
    kept = $rest
}
)",
                    {{"rest", std::string{a_.rest_is_step_too ? "0" : "min(step, time - step)"}}});
    }

private:
    static constexpr const char* all_of_time = "let steps = time / step\nlet kept = time % step\n";

    // `let time = ...`, without the sum where nothing is carried.
    std::string time(std::string_view sum, Nanos limit_of_it) const
    {
        std::string text{sum};
        if (a_.carried.empty()) text.erase(text.find("$carried + "), 11);
        const std::string constant =
            limit_of_it > Nanos::zero() ? limit(limit_of_it, "longer counts as this long") : "";
        return constant + "let time = " + fill(text, {{"carried", std::string{a_.carried}}}) + "\n";
    }

    std::string limit(Nanos time, const char* meaning) const
    {
        return fill(
            "const limit = $units # $time:text: $meaning\n",
            {{"units", time.count() * a_.per_ns / a_.ns_per}, {"time", time}, {"meaning", std::string{meaning}}});
    }

    static std::string max_steps(std::int64_t most, const char* meaning)
    {
        return fill("const max_steps = $n # a frame: $meaning\n", {{"n", most}, {"meaning", std::string{meaning}}});
    }

    const Account& a_;
};

} // namespace

std::string overload_recipe(const LoopOverload& overload, const Account& account)
{
    return std::visit(Writer{account}, static_cast<const LoopOverload::variant&>(overload));
}

bool gives_up(const LoopOverload& overload)
{
    return !std::holds_alternative<Unlimited>(overload) && !std::holds_alternative<KeepDebt>(overload);
}

} // namespace exporter
