// tests/export/exporter/script.hpp -- commands for an exported loop, and the library's answers to them
//
//     L i                    the i-th loop, at its start
//     F frame_ns refresh_ns  -> steps dt alpha tail carried_ns dropped_ns, dt, alpha and tail as the bits of a double
//     P start now            -> pace
//     R num den              -> 1 if the loop has the step rate num / den now, 0 if it has refused it
//     Q 0 1                  as R, with a numerator that is no integer where the language has such numbers
//     D                      -> the carried time that it has discarded, in nanoseconds
//     N frame_ns refresh_ns  as F, with a frame that is not a number where the language has such numbers; frame_ns is 0
#pragma once

#include "export/exporter/code_template.hpp"
#include "loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <random>

namespace script
{

using namespace timestep;

// The interface of an exported loop: its optional fields and parameters.
struct Shape
{
    bool alpha, tail, refresh, rate;
    int pace; ///< number of parameters of the function pace; -1 if the loop has no pace
};

inline Shape shape_of(const exporter::Program& program)
{
    const auto has = [&](std::string_view name)
    {
        return std::any_of(program.plan_fields.begin(), program.plan_fields.end(),
                           [&](const exporter::Declaration& d) { return d.name == name; });
    };
    const exporter::Function* const pace = program.find_function("pace");
    return {has("alpha"), has("tail_seconds"), program.plan_reads_refresh_period(),
            program.find_function("set_rate") != nullptr,
            pace == nullptr ? -1 : static_cast<int>(pace->parameters.size())};
}

// A clock that records its readings and the pacer's reaction to each.
class Watched
{
public:
    explicit Watched(Nanos now)
        : now_{now}
    {
    }

    Nanos now()
    {
        readings.push_back(now_);
        answers.push_back(0);
        return now_;
    }
    void sleep(Nanos time)
    {
        if (readings.empty()) readings.push_back(now_), answers.push_back(0);
        answers.back() = time.count();
        now_ += time + Nanos{std::uniform_int_distribution{20'000, 900'000}(random_)};
    }
    void spin()
    {
        answers.back() = -1;
        now_ += 200us;
    }
    Nanos time() const { return now_; }

    std::vector<Nanos> readings;
    std::vector<std::int64_t> answers;

private:
    Nanos now_;
    std::mt19937 random_{7};
};

// The commands and the library's answers, one per line.
struct Script
{
    std::string commands, answers;
};

// Rates that no loop accepts, and rates that a loop accepts if check() accepts the changed loop.
inline void ask_for_rates(Script& script, Loop& loop, std::size_t number)
{
    script.commands += "R 0 1\nR 60 0\nR -60 1\nR 1000000001 1\nQ 0 1\n";
    script.answers += "0\n0\n0\n0\n0\n";
    constexpr std::array rates{hz(30), Rate{60000, 1001}, hz(144), every(7ms), hz(60), Rate{1, 3}, hz(1000)};
    for (const Rate rate : {hz(1), Rate{4, 5}, hz(1024), rates[number % rates.size()]})
    {
        Loop changed = loop;
        changed.set_rate(rate);
        const bool is_accepted = !check(changed);
        if (is_accepted) loop = changed;
        script.commands += fmt::format("R {} {}\n", rate.num, rate.den);
        script.answers += is_accepted ? "1\n" : "0\n";
    }
}

inline void ask(Script& script, std::size_t index, Loop loop, const std::vector<Nanos>& frames)
{
    const Shape shape = shape_of(exporter::expand_loop_template(loop));
    const auto bits = [](double x) { return std::bit_cast<std::int64_t>(x); };
    script.commands += fmt::format("L {} 0\n", index);
    Nanos now{1'000'000'000};
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        if (shape.rate && i % 40 == 39) ask_for_rates(script, loop, i / 40);
        if (i % 50 == 49)
        {
            script.commands += "D 0 0\n";
            script.answers += fmt::format("{}\n", loop.discard_carried().count());
        }
        const bool is_number = i % 30 != 29;
        const FrameInput in{is_number ? frames[i] : 0ns, i % 3 == 0   ? Nanos{}
                                                         : i % 3 == 1 ? 16'666'667ns
                                                                      : 6'944'444ns};
        const StepPlan plan = loop.plan(in);
        script.commands +=
            fmt::format("{} {} {}\n", is_number ? 'F' : 'N', in.frame_time.count(), in.refresh_period.count());
        script.answers +=
            fmt::format("{} {} {} {} {} {}\n", plan.steps, bits(plan.dt_seconds), bits(shape.alpha ? plan.alpha : 0.0),
                        bits(to_seconds(plan.tail)), plan.carried.count(), plan.dropped.count());
        if (shape.pace < 0 || i > 60) continue;

        Watched clock{now + Nanos{i % 20 == 19 ? -500'000'000 : static_cast<std::int64_t>(i) * 90'000}};
        loop.pacer.wait(clock, now, plan);
        // A pacer that only sleeps reads no clock. The script asks it once more, and the answer is 0.
        if (shape.pace == 0) clock.readings.push_back(now), clock.answers.push_back(0);
        for (std::size_t k = 0; k < clock.readings.size(); ++k)
        {
            script.commands += fmt::format("P {} {}\n", now.count(), clock.readings[k].count());
            script.answers += fmt::format("{}\n", clock.answers[k]);
        }
        now = clock.time();
    }
}

// `frames`, cut far below the longest frame time of the loop in a language whose whole numbers have 53 bits: a filter
// may add the rest of earlier frames, and at another rate the longest frame time is shorter.
inline std::vector<Nanos> cut_to_53_bits(std::vector<Nanos> frames, const Loop& loop)
{
    std::int64_t longest = exporter::max_frame_time_units;
    const exporter::Program program = exporter::expand_loop_template(loop, 53);
    for (const auto* declarations : {&program.constants, &program.state})
        for (const exporter::Declaration& d : *declarations)
            if (d.name == "longest") longest = std::stoll(d.value.text);
    for (Nanos& frame : frames) frame = std::min(frame, Nanos{longest} / 16);
    return frames;
}

inline std::vector<Nanos> awkward_frames(std::size_t count)
{
    std::vector<Nanos> frames{0ns, 1ns, 16'666'667ns, 16'666'666ns, 250ms, -3ms, 3s, 5s, 0ns, 1h, 400'000h, 33ms};
    std::mt19937 random{42};
    const auto around = [&](std::int64_t ns, int noise) {
        return Nanos{ns + std::uniform_int_distribution{-noise, noise}(random)};
    };
    while (frames.size() < count)
    {
        const std::size_t i = frames.size();
        frames.push_back(i % 97 == 0         ? around(180'000'000, 90'000'000)
                         : i < count / 3     ? around(16'666'667, 400'000)
                         : i < count / 2     ? around(6'944'444, 50'000)
                         : i < count * 3 / 4 ? around(16'683'333, 1'000)
                                             : around(40'000'000, 20'000'000));
    }
    return frames;
}

} // namespace script
