// A loop in another program: what it is asked, what its answers mean, and what happens if it misbehaves.
#include "base/sleep.hpp"
#include "lab/lane/time_balance.hpp"
#include "loop_programs_linux.hpp"

#include <array>
#include <chrono>
#include <csignal>

using namespace std::chrono_literals;
using namespace loop_programs;
using timestep::Nanos;

namespace
{

const timestep::FrameInput frame_at_60_fps{.frame_time = Nanos{16'666'667}};

timestep::StepPlan plan_of(lab::ForeignLoop& loop, Nanos frame_time)
{
    return loop.plan({.frame_time = frame_time}, timestep::hz(60));
}

std::string echoed(lab::ForeignLoop& loop) { return lines_of(loop.error_output()).back(); }

// Its standard error has the lines that it reads.
lab::LoopCommand echoing() { return answering("echo \"$line\" >&2; echo plan 1 0.016666666666666666 0.25"); }

} // namespace

TEST_CASE("a line of the protocol is written as docs/your-loop.md says")
{
    CHECK(lab::hello_line({timestep::Rate{60000, 1001}, 6'944'444ns, 7}) ==
          "hello 1 rate=60000/1001 refresh=6944444 seed=7");
    CHECK(lab::frame_line({.frame_time = -3ns}) == "frame -3");
    CHECK(
        lab::frame_line(
            {.frame_time = 5ns, .refresh_period = 7ns, .rate = timestep::hz(30), .after = lab::Interruption::pause}) ==
        "frame 5 refresh=7 rate=30/1 after=pause");
    CHECK(lab::unrun_line(3) == "unrun 3");
}

TEST_CASE("a plan has three values, then words in any order, of which unknown ones are ignored")
{
    const auto plan = std::get<lab::PlanAnswer>(lab::parse_plan(
        "plan 2 0.02 -0.5 wait=5 tail=0.001 colour=red x draw=extrapolate carried=-3 dropped=4 stepped=41000000"));
    CHECK(plan.steps == 2);
    CHECK(plan.seconds == 0.02);
    CHECK(plan.alpha == -0.5);
    CHECK(plan.tail_seconds == 0.001);
    CHECK(plan.presentation == timestep::Presentation::extrapolate);
    CHECK(plan.is_drawn);
    CHECK(plan.stepped == 41'000'000ns);
    CHECK(plan.carried == -3ns);
    CHECK(plan.dropped == 4ns);
    CHECK(plan.wait == 5ns);
    CHECK_FALSE(std::get<lab::PlanAnswer>(lab::parse_plan("plan 0 0 1 draw=none")).is_drawn);
}

TEST_CASE("the lab names only what differs from the frame before")
{
    lab::ForeignLoop loop{echoing(), {.rate = timestep::hz(60), .refresh_period = 7ns}};
    CHECK(loop.name() == "shell");
    const auto asked = [&](timestep::FrameInput input, timestep::Rate rate, lab::Interruption after = {})
    {
        loop.plan(input, rate, after);
        return echoed(loop);
    };
    CHECK(asked({1ns, 7ns}, timestep::hz(60)) == "frame 1");
    CHECK(asked({2ns, 8ns}, timestep::hz(60)) == "frame 2 refresh=8");
    CHECK(asked({3ns, 8ns}, timestep::hz(50), lab::Interruption::reset) == "frame 3 rate=50/1 after=reset");
    CHECK(asked({4ns, 8ns}, timestep::hz(50)) == "frame 4");
}

TEST_CASE("time that a loop neither simulates nor says is carried up to a step, and the rest is dropped or added")
{
    lab::ForeignLoop loop{answering("echo plan $n 0.01 1"), {}};
    lab::ForeignLoop one{answering("echo plan 1 0.01 1"), {}};
    CHECK_THROWS_AS(plan_of(loop, 1ms), base::BadInput); // $n is empty
    const auto check = [&](Nanos frame_time, Nanos carried, Nanos dropped)
    {
        const timestep::StepPlan plan = plan_of(one, frame_time);
        CHECK(plan.stepped == 10ms);
        CHECK(plan.carried == carried);
        CHECK(plan.dropped == dropped);
        CHECK(plan.filter_error == 0ns);
    };
    check(16ms, 6ms, 0ms);
    check(16ms, 10ms, 2ms);
    check(0ms, 0ms, 0ms);
    check(0ms, -10ms, 0ms);
    check(0ms, -10ms, -10ms);
}

TEST_CASE("alpha says how much of the time a blending loop has kept in a frame in which it drops time")
{
    lab::ForeignLoop loop{answering("echo plan 25 0.01 0.25"), {}};
    const timestep::StepPlan plan = plan_of(loop, 3s);
    CHECK(plan.carried == 2'500'000ns);
    CHECK(plan.dropped == 3s - 250ms - 2'500'000ns);
}

TEST_CASE("the simulated time of a loop that counts in seconds is exact to 1 ns a frame, and does not drift")
{
    lab::ForeignLoop loop{answering("echo plan 1 0.016666666666666666 0"), {}};
    Nanos sum{};
    for (int i = 1; i <= 600; ++i)
    {
        sum += plan_of(loop, 16'666'667ns).stepped;
        CHECK(std::abs(static_cast<double>(sum.count()) - 1e9 * i / 60.0) < 0.51);
    }
}

TEST_CASE("times that a loop says are used, and what they leave over is an error of its account")
{
    lab::ForeignLoop loop{answering("echo plan 1 0.01 0 stepped=10000001 carried=5 dropped=7"), {}};
    const timestep::StepPlan plan = plan_of(loop, 10'000'020ns);
    CHECK(plan.stepped == 10'000'001ns);
    CHECK(plan.carried == 5ns);
    CHECK(plan.dropped == 7ns);
    CHECK(plan.filter_error == 7ns);
    CHECK(plan.filtered_frame_time == 10'000'013ns);
}

TEST_CASE("steps that did not run are reported, and their time is dropped")
{
    const auto command = answering("echo \"$line\" >&2; case $line in frame*) echo plan 3 0.01 0;; esac");
    const auto program = std::make_shared<lab::ForeignLoop>(command, lab::LoopGreeting{});
    lab::ChosenLoop loop{{}};
    loop.use_foreign_loop(program);
    const timestep::StepPlan plan = loop.give_back_unrun_steps(loop.plan_frame({30ms}, {}), {.steps = 2});
    CHECK(plan.steps == 1);
    CHECK(plan.stepped == 10ms);
    CHECK(plan.dropped == 20ms);
    loop.plan_frame({30ms}, {});
    CHECK(program->error_output() == "frame 30000000\nunrun 2\nframe 30000000\n");
}

TEST_CASE("after a reset the loop is in its first state, also if it must be started anew")
{
    for (const std::string answer : {"n=0; echo reset", "echo what"})
    {
        lab::ForeignLoop loop{
            answering("case $line in reset) " + answer + ";; *) n=$((n+1)); echo plan $n 0.01 1;; esac"), {}};
        CHECK(plan_of(loop, 10ms).steps == 1);
        CHECK(plan_of(loop, 10ms).steps == 2);
        const int pid = loop.pid();
        loop.reset();
        CHECK(plan_of(loop, 10ms).steps == 1);
        CHECK((loop.pid() == pid) == (answer == "n=0; echo reset"));
    }
    CHECK(left_running() == "");
}

TEST_CASE("an answer that is not there yet can be awaited later")
{
    lab::ForeignLoop loop{answering("read go < \"$0.fifo\"; echo plan 1 0.01 0.5"), {}};
    const std::string fifo = marker() + ".fifo";
    REQUIRE(std::system(("mkfifo " + fifo).c_str()) == 0);
    loop.request_plan(frame_at_60_fps, timestep::hz(60));
    CHECK_FALSE(loop.receive_plan(4ms));
    CHECK_FALSE(loop.receive_plan(0ms));
    std::ofstream{fifo} << "go\n";
    CHECK(loop.receive_plan(1s).value().alpha == 0.5);
    std::filesystem::remove(fifo);
}

TEST_CASE("a loop can be started without waiting for its greeting")
{
    const std::string fifo = marker() + ".fifo";
    REQUIRE(std::system(("mkfifo " + fifo).c_str()) == 0);
    lab::ForeignLoop loop{shell("read line; read go < \"$0.fifo\"; echo hello 1 x; read line; echo plan 0 0 1"),
                          {},
                          lab::ForeignLoop::Start::return_at_once};
    CHECK_FALSE(loop.receive_greeting(0ms));
    std::ofstream{fifo} << "go\n";
    CHECK(loop.receive_greeting(1s));
    CHECK(plan_of(loop, 1ms).steps == 0);
    std::filesystem::remove(fifo);
}

TEST_CASE(
    "a polled loop does not throw: it starts, answers late, and stops with a reason, and its program ends with it")
{
    const std::string fifo = marker() + ".fifo";
    REQUIRE(std::system(("mkfifo " + fifo).c_str()) == 0);
    auto loop = lab::ForeignLoop::start_polled(answering("read go < \"$0.fifo\"; echo plan 1 0.01 0.5"), {});
    const auto is_ready = [&] { return loop->poll_plan(frame_at_60_fps, timestep::hz(60), 4ms); };
    while (loop->is_starting()) CHECK_FALSE(is_ready());
    while (!loop->is_late()) CHECK_FALSE(is_ready());
    std::ofstream{fifo} << "go\n";
    while (!is_ready()) REQUIRE(loop->stop_reason() == "");
    CHECK(loop->plan(frame_at_60_fps, timestep::hz(60)).alpha == 0.5);
    kill(loop->pid(), SIGKILL);
    while (loop->stop_reason().empty()) CHECK_FALSE(is_ready());
    CHECK(loop->stop_reason().find("exit code 137") != std::string::npos);
    CHECK_FALSE(loop->is_late());
    CHECK_FALSE(is_ready());
    loop = lab::ForeignLoop::start_polled(answering("echo plan 10001 0.01 0"), {});
    while (loop->stop_reason().empty()) CHECK_FALSE(is_ready());
    CHECK(loop->stop_reason() == "sh: 10001 steps in a frame; a window runs at most 10000");
    loop = lab::ForeignLoop::start_polled({"/no/such/program"}, {});
    CHECK(loop->stop_reason() == "/no/such/program cannot be started: No such file or directory");
    while (left_running() != "") base::sleep_for(1ms);
    std::filesystem::remove(fifo);
}

TEST_CASE("a window's lanes wait for the program of one, so that all of them stay at one time")
{
    const std::string fifo = marker() + ".fifo";
    REQUIRE(std::system(("mkfifo " + fifo).c_str()) == 0);
    lab::LaneSetup own = lab::make_lane_setup({});
    own.command = answering("read go < \"$0.fifo\"; echo plan 1 0.016666666666666666 0");
    lab::LaneRuns lanes{std::array{own, lab::make_lane_setup({})}};
    while (lanes[0].lane().foreign_loop()->is_starting()) CHECK(lanes.advance_to(1s));
    CHECK(lanes.awaits_plan());
    CHECK(lanes[0].lane().samples().empty());
    CHECK(lanes[1].lane().samples().size() == 61);
    std::ofstream{fifo} << "go\n";
    while (lanes[0].lane().samples().empty()) lanes.advance_to(1s);
    CHECK(lanes[0].lane().totals().full_step_count == 1);
    CHECK(lanes.awaits_plan());
    kill(lanes[0].lane().foreign_loop()->pid(), SIGKILL);
    while (lanes.awaits_plan()) lanes.advance_to(1s);
    CHECK(lanes.advance_to(2s));
    CHECK(lanes[0].lane().samples().size() == 1);
    CHECK(lanes[1].lane().samples().size() == 121);
    std::filesystem::remove(fifo);
}

TEST_CASE("a lane with a foreign loop moves its world as one with the loop itself, and its time balance adds up")
{
    if (!is_installed("python3")) return;
    lab::LaneSetup own = lab::make_lane_setup({});
    own.command = {"python3", "examples/your-loop/loop.py", marker()};
    const lab::RunLimits limits{.max_frames = 300};
    const lab::LaneResult foreign_result = lab::run_lane(own, limits),
                          result = lab::run_lane(lab::make_lane_setup({}), limits);
    CHECK(foreign_result.step_count == result.step_count);
    CHECK(foreign_result.state_hash == result.state_hash);
    const lab::TimeBalance balance = lab::compute_time_balance(own, limits);
    CHECK(balance.unaccounted_time() == 0ns);
    CHECK(balance.totals.filter_error == 0ns);
    CHECK_FALSE(balance.foreign_account.value().says_stepped);
    CHECK(left_running() == "");
}

TEST_CASE("a loop that paces itself decides when the next frame begins, and draw=none skips a frame")
{
    lab::LaneSetup setup = lab::make_lane_setup({{"vsync", "off"}, {"loop", "variable"}});
    setup.command = answering("echo plan 1 0.01 1 draw=none wait=20000000");
    lab::LaneRun run{setup};
    for (int i = 0; i < 10; ++i) run.simulate_frame();
    const Nanos frame_time = run.lane().samples().back().measured_frame_time;
    CHECK(frame_time >= 20ms);
    CHECK(frame_time < 20ms + 5us); // the virtual PC reads its clock once in 1 us
    CHECK(run.lane().is_rendering_skipped());
}

TEST_CASE("no assignment and no configuration sets the command of a lane")
{
    for (const std::string key : {"command", "lane-command", "lane_command", "loop.command", "setup.command"})
        CHECK_THROWS_AS(lab::make_lane_setup({{key, "touch x"}}), base::BadInput);
}
