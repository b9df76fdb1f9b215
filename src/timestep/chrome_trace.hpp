// SPDX-License-Identifier: MIT
// timestep/chrome_trace.hpp -- writes a loop's frames, steps, waits and drops as a trace that ui.perfetto.dev and
// chrome://tracing open. Source: "Trace Event Format",
// docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
#ifndef TIMESTEP_CHROME_TRACE_HPP
#define TIMESTEP_CHROME_TRACE_HPP

#include "timestep/step_plan.hpp"

#include <cstdio>

namespace timestep
{

/// Hooks (timestep/hooks.hpp) that write a trace file of about 500 bytes a frame, complete after the destructor.
/// Only one thread may use the object.
class ChromeTrace
{
public:
    static Nanos steady_now() { return std::chrono::steady_clock::now().time_since_epoch(); }

    /// `clock` returns the timestamps. After a write error is_open() is false, and all other functions do nothing.
    explicit ChromeTrace(const char* path, Nanos (*clock)() = steady_now)
        : file_{std::fopen(path, "w")}
        , clock_{clock}
        , trace_begin_{clock()}
    {
        print("%s", R"({"traceEvents":[{"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"game loop"}})");
    }
    ChromeTrace(const ChromeTrace&) = delete;
    void operator=(const ChromeTrace&) = delete;
    ~ChromeTrace()
    {
        end_frame(now());
        print("%s", "\n]}\n");
        if (file_) std::fclose(file_);
    }

    bool is_open() const { return file_ != nullptr; }

    void frame_planned(const FrameInput& in, const StepPlan& plan)
    {
        const Nanos frame_start = now();
        end_frame(frame_start);
        frame_ = {.begin = frame_start, .measured_time = in.frame_time, .steps = plan.steps, .has_begun = true};
        print_counter("carried", "ms", frame_start, Decimal::in_millis(plan.carried));
        print_counter("alpha", "alpha", frame_start, Decimal{static_cast<std::int64_t>(plan.alpha * 1e6) / 1000});
    }
    void time_dropped(Nanos dropped_time)
    {
        const Decimal now_us = Decimal::in_micros(now()), dropped_ms = Decimal::in_millis(dropped_time);
        print(",\n"
              R"({"name":"dropped","ph":"i","s":"p","pid":1,"tid":1,"ts":%lld.%03d,"args":{"ms":%s%lld.%03d}})",
              now_us.whole, now_us.thousandths, dropped_ms.sign, dropped_ms.whole, dropped_ms.thousandths);
    }
    void step_begins(double) { step_begin_ = now(); }
    void step_ends(double) { print_bar("step", step_begin_, now()); }
    void wait_begins() { wait_begin_ = now(); }
    void wait_ends() { print_bar("wait", wait_begin_, now()); }

private:
    struct Decimal
    {
        const char* sign;
        long long whole;
        int thousandths;

        explicit Decimal(std::int64_t number_of_thousandths)
            : sign{number_of_thousandths < 0 ? "-" : ""}
            , whole{number_of_thousandths / 1000}
            , thousandths{static_cast<int>(number_of_thousandths % 1000)}
        {
            if (whole < 0) whole = -whole;
            if (thousandths < 0) thousandths = -thousandths;
        }
        static Decimal in_micros(Nanos t) { return Decimal{t.count()}; }
        static Decimal in_millis(Nanos t) { return Decimal{t.count() / 1000}; }
    };
    struct Frame
    {
        Nanos begin{}, measured_time{};
        std::int64_t steps = 0;
        bool has_begun = false;
    };

    Nanos now() const { return clock_() - trace_begin_; }

    // Closes the file after a write error.
    template <class... Args>
    void print(const char* format, Args... args)
    {
        if (file_ && std::fprintf(file_, format, args...) >= 0) return;
        if (file_) std::fclose(file_);
        file_ = nullptr;
    }
    void print_bar(const char* name, Nanos begin, Nanos end)
    {
        const Decimal start_us = Decimal::in_micros(begin), length_us = Decimal::in_micros(end - begin);
        print(",\n"
              R"({"name":"%s","ph":"X","pid":1,"tid":1,"ts":%lld.%03d,"dur":%lld.%03d})",
              name, start_us.whole, start_us.thousandths, length_us.whole, length_us.thousandths);
    }
    void print_counter(const char* name, const char* unit, Nanos time, const Decimal& value)
    {
        const Decimal start_us = Decimal::in_micros(time);
        print(",\n"
              R"({"name":"%s","ph":"C","pid":1,"ts":%lld.%03d,"args":{"%s":%s%lld.%03d}})",
              name, start_us.whole, start_us.thousandths, unit, value.sign, value.whole, value.thousandths);
    }
    void end_frame(Nanos end)
    {
        if (!frame_.has_begun) return;
        const Decimal start_us = Decimal::in_micros(frame_.begin), length_us = Decimal::in_micros(end - frame_.begin);
        const Decimal measured_ms = Decimal::in_millis(frame_.measured_time);
        print(",\n"
              R"({"name":"frame","ph":"X","pid":1,"tid":1,"ts":%lld.%03d,"dur":%lld.%03d,)"
              R"("args":{"measured_ms":%s%lld.%03d,"steps":%lld}})",
              start_us.whole, start_us.thousandths, length_us.whole, length_us.thousandths, measured_ms.sign,
              measured_ms.whole, measured_ms.thousandths, static_cast<long long>(frame_.steps));
        frame_ = {};
    }

    std::FILE* file_;
    Nanos (*clock_)();
    Nanos trace_begin_;
    Nanos step_begin_{}, wait_begin_{};
    Frame frame_{};
};

} // namespace timestep
#endif
