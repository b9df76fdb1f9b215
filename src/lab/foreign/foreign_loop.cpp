#include "lab/foreign/foreign_loop.hpp"

#include "base/text.hpp"
#include "base/threads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <utility>

namespace lab
{

namespace
{

constexpr std::string_view flush_hint = "flush standard output after each line";

Nanos steady_now() { return std::chrono::steady_clock::now().time_since_epoch(); }

std::string last_line_of(std::string_view text)
{
    const auto end = text.find_last_not_of("\r\n \t");
    if (end == text.npos) return "";
    const auto begin = text.find_last_of("\r\n", end);
    return base::printable_excerpt(text.substr(begin == text.npos ? 0 : begin + 1, end - begin), 160);
}

} // namespace

ForeignLoop::ForeignLoop(LoopCommand command, const LoopGreeting& greeting, Start mode)
    : command_{std::move(command)}
    , greeting_{greeting}
    , mode_{mode}
{
    try
    {
        start();
        if (mode == Start::await_greeting) receive_greeting(start_timeout);
    }
    catch (const base::BadInput& error)
    {
        if (mode == Start::await_greeting) throw;
        stop_reason_ = error.what();
    }
}

std::shared_ptr<ForeignLoop> ForeignLoop::start_polled(LoopCommand command, const LoopGreeting& greeting)
{
    const auto end_on_thread = [](ForeignLoop* loop)
    {
        static std::vector<base::Task<void>> ends; // this program ends only after all of them
        std::erase_if(ends, [](const base::Task<void>& end) { return end.is_done(); });
        ends.emplace_back([loop] { delete loop; }); // NOLINT: the shared pointer owns it
    };
    return {new ForeignLoop{std::move(command), greeting, Start::return_at_once}, end_on_thread};
}

void ForeignLoop::start()
{
    end();
    try
    {
        program_ = base::LineProgram::start(command_);
    }
    catch (const std::runtime_error& error)
    {
        throw base::BadInput{base::Verbatim{error.what()}};
    }
    line_count_ = frame_count_ = 0;
    unrounded_rest_ns_ = 0.0;
    carried_ = {};
    refresh_period_ = greeting_.refresh_period;
    rate_ = greeting_.rate;
    start_time_ = steady_now();
    write_line(hello_line(greeting_));
}

bool ForeignLoop::receive_greeting(Nanos timeout)
{
    const auto line = read_line(timeout);
    if (!line && steady_now() - start_time_ < start_timeout) return false;
    if (!line)
        fail(fmt::format("no line within {} s of its start: answer hello, and {}", start_timeout / Nanos{1'000'000'000},
                         flush_hint));
    auto name = parse_hello(*line);
    if (const auto* const error = std::get_if<std::string>(&name)) fail(*error);
    name_ = std::get<LoopName>(name).text;
    return true;
}

void ForeignLoop::end()
{
    if (program_) program_->write_line("end");
    program_.reset();
}

void ForeignLoop::reset()
{
    write_line("reset");
    const auto line = read_line(answer_timeout);
    if (line && *line == "reset")
    {
        unrounded_rest_ns_ = 0.0;
        carried_ = {};
        refresh_period_ = greeting_.refresh_period;
        rate_ = greeting_.rate;
    }
    else
    {
        start();
        receive_greeting(start_timeout);
    }
}

timestep::StepPlan ForeignLoop::plan(const timestep::FrameInput& input, timestep::Rate rate, Interruption after)
{
    if (polled_plan_) return *std::exchange(polled_plan_, std::nullopt);
    request_plan(input, rate, after);
    for (;;)
        if (const auto plan = receive_plan(answer_timeout)) return *plan;
}

bool ForeignLoop::poll_plan(const timestep::FrameInput& input, timestep::Rate rate, Nanos timeout)
{
    if (mode_ == Start::await_greeting || polled_plan_) return true;
    if (!stop_reason_.empty()) return false;
    const Nanos deadline = steady_now() + timeout;
    const auto time_left = [&] { return std::max(deadline - steady_now(), Nanos::zero()); };
    try
    {
        if (name_.empty() && !receive_greeting(timeout)) return false;
        if (!std::exchange(is_plan_requested_, true)) request_plan(input, rate);
        polled_plan_ = receive_plan(time_left());
        is_plan_requested_ = !polled_plan_;
        if (polled_plan_ && polled_plan_->steps > max_polled_steps)
            fail(fmt::format("{} steps in a frame; a window runs at most {}", polled_plan_->steps, max_polled_steps));
        if (!polled_plan_ && steady_now() - request_time_ >= window_timeout) late_time_ = steady_now();
    }
    catch (const base::BadInput& error)
    {
        polled_plan_.reset();
        stop_reason_ = error.what();
    }
    return polled_plan_.has_value();
}

bool ForeignLoop::is_late() const
{
    return stop_reason_.empty() && late_time_ != Nanos::zero() && steady_now() - late_time_ < Nanos{1'000'000'000};
}

void ForeignLoop::request_plan(const timestep::FrameInput& input, timestep::Rate rate, Interruption after)
{
    request_ = {.frame_time = input.frame_time, .after = after};
    if (std::exchange(refresh_period_, input.refresh_period) != input.refresh_period)
        request_.refresh_period = input.refresh_period;
    if (std::exchange(rate_, rate) != rate) request_.rate = rate;
    ++frame_count_;
    request_time_ = steady_now();
    try_count_ = 0;
    write_line(frame_line(request_));
}

std::optional<timestep::StepPlan> ForeignLoop::receive_plan(Nanos timeout)
{
    const auto line = read_line(timeout);
    // The second try, too, can be long after the request: a page gets an answer only between two frames.
    const bool is_early_try = ++try_count_ <= 2 && mode_ == Start::return_at_once;
    if (!line && (is_early_try || steady_now() - request_time_ < answer_timeout)) return std::nullopt;
    if (!line)
        fail(fmt::format("no answer to frame {} within {} s: answer each frame by one line, and {}", frame_count_,
                         answer_timeout / Nanos{1'000'000'000}, flush_hint));
    if (*line == "error" || line->starts_with("error ")) fail("the loop reports: " + last_line_of(line->substr(5)));
    auto answer = parse_plan(*line);
    if (const auto* const error = std::get_if<std::string>(&answer))
        fail(fmt::format("line {} of its output: {}", line_count_, *error));
    answer_ = std::get<PlanAnswer>(answer);
    return plan_of_answer();
}

timestep::StepPlan ForeignLoop::plan_of_answer()
{
    const double step_time_ns = 1e9 * (static_cast<double>(answer_.steps) * answer_.seconds + answer_.tail_seconds);
    const Nanos summed{std::llround(step_time_ns + unrounded_rest_ns_)};
    unrounded_rest_ns_ += step_time_ns - static_cast<double>(summed.count());
    const Nanos stepped = answer_.stepped.value_or(summed);

    // Without carried=, time that is neither simulated nor said to be dropped is carried, at most one step of it. If
    // more is left, alpha says how much of it the loop has kept.
    const Nanos dt = timestep::from_seconds(answer_.seconds);
    const Nanos unaccounted = request_.frame_time + carried_ - stepped;
    const bool has_alpha = blends_two_states(answer_.presentation) && answer_.alpha >= 0.0 && answer_.alpha < 1.0;
    const Nanos kept = std::chrono::abs(unaccounted) > dt && has_alpha
                           ? timestep::from_seconds(answer_.alpha * answer_.seconds)
                           : std::clamp(unaccounted, -dt, dt);
    const Nanos carried = answer_.carried.value_or(answer_.dropped ? unaccounted - *answer_.dropped : kept);
    const Nanos dropped = answer_.dropped.value_or(unaccounted - carried);
    const auto require_bounded = [this](std::initializer_list<Nanos> times)
    {
        for (const Nanos time : times)
            if (std::chrono::abs(time) > 2 * max_answered_time) fail("its times add up to more than 73 years");
    };
    require_bounded({stepped, carried, dropped});
    require_bounded({total_stepped_ += stepped, total_dropped_ += dropped});
    carried_ = carried;

    account_.says_stepped = account_.says_stepped && answer_.stepped;
    account_.says_carried = account_.says_carried && answer_.carried;
    account_.says_dropped = account_.says_dropped && answer_.dropped;
    const Nanos filter_error = unaccounted - carried - dropped;
    return {.steps = answer_.steps,
            .dt = dt,
            .dt_seconds = answer_.seconds,
            .tail = timestep::from_seconds(answer_.tail_seconds),
            .stepped = stepped,
            .carried = carried,
            .dropped = dropped,
            .filter_error = filter_error,
            .filtered_frame_time = request_.frame_time - filter_error,
            .alpha = answer_.alpha,
            .presentation = answer_.presentation};
}

void ForeignLoop::report_unrun_steps(const timestep::StepsLeft& left)
{
    if (left.steps > 0) program_->write_line(unrun_line(left.steps)); // an error stays until the next request
}

void ForeignLoop::write_line(const std::string& line)
{
    if (const std::string early = program_->unread_output(); !early.empty())
        fail(base::message("line {} of its output, '{}', was written before it was asked for", line_count_ + 1,
                           std::string_view{early}.substr(0, early.find('\n'))));
    if (!program_->write_line(line)) fail_after_end();
}

std::optional<std::string> ForeignLoop::read_line(Nanos timeout)
{
    base::LineRead read = program_->read_line(timeout);
    switch (read.kind)
    {
    case base::LineRead::Kind::line: ++line_count_; return std::move(read.line);
    case base::LineRead::Kind::timeout: return std::nullopt;
    case base::LineRead::Kind::stopped: fail("ended, because this program was asked to end");
    case base::LineRead::Kind::too_long:
        fail(base::message("line {} of its output, '{}', has no line end within {} bytes", line_count_ + 1, read.line,
                           base::LineProgram::max_line_bytes));
    case base::LineRead::Kind::end_of_output:
        if (mode_ == Start::return_at_once && !program_->await_exit_code(timeout)) return std::nullopt; // it still ends
        break;
    }
    fail_after_end();
}

void ForeignLoop::fail(std::string_view reason)
{
    program_->kill();
    // The script of an interpreter tells more than the interpreter.
    std::string name = command_.front();
    const auto script = std::ranges::find_if(command_.begin() + 1, command_.end(),
                                             [](const std::string& word)
                                             {
                                                 std::error_code no_file;
                                                 return std::filesystem::is_regular_file(word, no_file);
                                             });
    if (script != command_.end()) name += " " + *script;
    throw base::BadInput{base::Verbatim{base::message("{}: {}", name, base::Verbatim{reason})}};
}

void ForeignLoop::fail_after_end()
{
    const Nanos timeout = mode_ == Start::await_greeting ? Nanos{200'000'000} : window_timeout;
    const auto exit_code = program_->await_exit_code(timeout);
    std::string reason = exit_code ? fmt::format("it ended with exit code {}", *exit_code)
                                   : std::string{"it has closed its standard input or output"};
    reason += frame_count_ == 0 ? " before its first frame" : fmt::format(" at frame {}", frame_count_);
    if (const std::string last = last_line_of(program_->error_output()); !last.empty()) reason += ": " + last;
    fail(reason);
}

} // namespace lab
