// measure, rate, and the lines of inspect about even frames, the hitch rate and janky frames.
#include "lab_program.hpp"

namespace
{

std::string log_of(const Scratch& scratch, const std::string& fps, const std::string& text)
{
    return " " + fps + "='" + scratch.file(fps + ".log", text) + "'";
}

// Four logs with jumps of 1 m minus 1.5 m/s * dt, which differ by 0.04375 m, 4.4 %.
std::string four_logs(const Scratch& scratch)
{
    std::string arguments;
    for (const int fps : {30, 60, 120, 240})
        arguments += log_of(scratch, std::to_string(fps),
                            "start\nmeasure: jump " + std::to_string(1.0 - 1.5 / fps) + "\nmeasure: fall 2.5\n");
    return arguments;
}

} // namespace

TEST_CASE_FIXTURE(WithScratch, "measure prints each measure by frame rate, and fails if one exceeds the tolerance")
{
    const std::string logs = four_logs(scratch);
    printed("measure" + logs, {"error        proportional to dt; the power of dt is 1.00", "error        none"});
    const auto json = json_of("measure --json --tolerance 1%" + logs).at("measures");
    CHECK(json.at(0).at("name") == "jump");
    CHECK(json.at(0).at("order") == "dt");
    CHECK(json.at(0).at("rates").at(0).at("mean") == 0.95);
    CHECK(json.at(0).at("within_tolerance") == false);
    CHECK(json.at(1).at("within_tolerance") == true);
    for (const char* const met : {"4.5%", "0.044"}) CHECK(run_lab("measure --tolerance " + (met + logs)).code == 0);
    for (const char* const exceeded : {"4.3%", "0.043"})
    {
        const Ran ran = run_lab("measure --tolerance " + (exceeded + logs));
        CHECK(ran.code == 1);
        CHECK(ran.says(": exceeded"));
    }
    const std::string zero = scratch.file("zero.log", "measure: frames_per_second 30\nmeasure: miss 1\n"
                                                      "measure: frames_per_second 60\nmeasure: miss 0\n");
    printed("measure '" + zero + "'", {"difference   1 between two frame rates\n"});
    CHECK(run_lab("measure --csv" + logs).out.starts_with("name,fps,mean,values,order\njump,30,0.9"));
}

TEST_CASE_FIXTURE(WithScratch, "measure refuses bad logs, rates and tolerances in one line")
{
    const std::string jump = "measure: jump 1\n";
    check_refused("measure" + log_of(scratch, "0", jump), "RATE=FILE takes a rate above 0");
    check_refused("measure" + log_of(scratch, "60", "measure: frames_per_second 60\n"), "there is no line");
    check_refused("measure 60=" + scratch.path("missing.log").string(), "missing.log");
    check_refused("measure" + four_logs(scratch) + log_of(scratch, "90", jump), "'fall' has no value at 90 fps");
    check_refused("measure --tolerance -1%" + log_of(scratch, "60", jump), "--tolerance takes a number from 0 on");
    check_refused("measure --tolerance 1%" + log_of(scratch, "60", jump), "needs measures at two or more frame rates");
}

TEST_CASE_FIXTURE(WithScratch, "inspect says of even frames what they do not show, and prints the step rates")
{
    std::string even = "frame_ms\n", uneven = even;
    for (int i = 0; i < 600; ++i)
    {
        even += i % 3 == 0 ? "16.6\n" : "16.7\n";
        uneven += i % 2 == 0 ? "12\n" : "18\n";
    }
    const std::string file = "'" + scratch.file("even.csv", even) + "'";
    printed("inspect " + file, {"0 hitches: even frames", "at 60.000 fps", "do not show the cause", "timestep::Probe",
                                "10.000             0.000      10.000   uneven every 0.1 s",
                                "even from 20 to 144 Hz: 20, 30, 60, 120 (", "cannot tell, because the display's"});
    CHECK(run_lab("inspect '" + scratch.file("uneven.csv", uneven) + "'").says("0 hitches: not even\n"));
    const auto stream = json_of("inspect --json --refresh-hz 60 " + file).at("files")[0].at("streams")[0];
    CHECK(stream.at("evenness").at("step_rates").size() == 125);
    CHECK(stream.at("late_frames").at("hitch_ms_per_s") == 0.0);
    CHECK(stream.at("late_frames").at("hitch_grades").at("app") == "good");
    CHECK(stream.at("frame_cap").at("display_hz_from") == "user");
    CHECK(run_lab("inspect --refresh-hz 72 " + file).says("janky        100.00 % of the frames"));
    check_refused("inspect --refresh-hz 0 " + file, "--refresh-hz takes a rate above 0");
    check_refused("inspect --refresh-hz 0.5 " + file, "--refresh-hz takes at least 1 Hz, not '0.5'");
}

TEST_CASE_FIXTURE(WithScratch, "inspect prints the hitch rate of displayed frames, also of a part")
{
    std::string text = "Application,ProcessID,SwapChainAddress,Runtime,TimeInSeconds,MsBetweenPresents,"
                       "MsBetweenDisplayChange\n";
    for (int i = 1; i <= 600; ++i) // in the first 5 s, 9 frames are a refresh late
        text += "game.exe,1,0x1,DXGI," + std::to_string(i / 60.0) + ",16.6667," +
                (i < 300 && i % 30 == 0 ? "33.3333\n" : "16.6667\n");
    const std::string file = "'" + scratch.file("displayed.csv", text) + "' ";
    printed("inspect " + file, {"14.78 ms per second, from 9 late of 600 displayed frames, expected every 16.667 ms",
                                "critical by Apple, \"Eliminate", "warning by Apple, \"Understanding",
                                "janky        1.50 % of the frames"});
    CHECK(run_lab("inspect --from 6s " + file).says("0.00 ms per second, from 0 late of 240 displayed"));
}

TEST_CASE_FIXTURE(WithScratch, "rate prints the same numbers as text, as JSON and as a picture")
{
    const std::string svg = scratch.path("rate.svg").string();
    const std::string flags = "rate --fastest 40 --body-radius 0.1 --thinnest 0.2 --cost 1ms --displays 59.94";
    const Json advice = json_of(flags + " --json --svg " + svg);
    CHECK(advice["all"]["min_hz"] == 100.0);
    CHECK(advice["all"]["max_hz"] == 250.0);
    CHECK(advice["lowest"] == "the fastest body");
    CHECK(advice["highest"] == "the cost of a step");
    printed(
        flags,
        {"The step rate must be at least 100 Hz, because of the fastest body (from this rate on, the body overlaps the "
         "wall in at least one step). "
         "The step rate may be at most 250 Hz, because of the cost of a step. Use 100 Hz.",
         "     50 Hz   9.94 0 9.94       10 0 10"});
    CHECK(text_of(svg).find("use 100 Hz") != std::string::npos);
    CHECK(advice["map"].size() == 16 * 8);
    for (const Json& cell : advice["map"])
        if (cell["step_hz"] == 50.0 && cell["display_hz"] == 60.0)
            CHECK(std::tuple{cell["repeats"], cell["doubles"], cell["beat"]} == std::tuple{10.0, 0.0, 10.0});
}

TEST_CASE("without a possible rate, rate names the changes and exits with 0; without numbers it shows the example")
{
    printed("rate --cost 10ms --oldest 20ms",
            {"No step rate meets all these limits. One change is enough:\n- a step that costs at most 5 ms\n"});
    CHECK(json_of("rate --cost 10ms --oldest 20ms --json")["rate_hz"].is_null());
    CHECK(run_lab("rate").says("Use 100 Hz."));
    CHECK(
        run_lab("rate --displays 60,144 --interpolated off").says("possible rates, even on all displays: 6 12 720 Hz"));
}

TEST_CASE("rate rejects wrong numbers with one line")
{
    check_refused("rate --fastest 40", "--thinnest");
    check_refused("rate --fastest -1", "fastest body must be from 0 to 10000 m/s, not '-1'");
    check_refused("rate --spring-damping 2", "damping ratio must be from 0 to 1, not '2'");
    check_refused("rate --displays 60,x", "'60,x'");
    check_refused("rate --displays 5", "10 to 1000 Hz");
    check_refused("rate --cost ''", "--cost");
    check_refused("rate --svg /nowhere/rate.svg", "/nowhere/rate.svg");
}
