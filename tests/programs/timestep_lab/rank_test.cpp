#include "lab_program.hpp"

namespace
{

std::string noisy_recording(const Scratch& scratch)
{
    std::string text = "frame_ns\n";
    for (int i = 0; i < 800; ++i)
        text += std::to_string(i == 200 ? 80'000'000 : 13'500'000 + i * 7919 % 3001 * 1000) + "\n";
    return scratch.file("game.csv", text);
}

// Writes a recording of PresentMon whose pictures reach a display of 144 Hz at its refreshes, after uneven frame times.
std::string recording_on_144_hz(const Scratch& scratch)
{
    std::string text = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,TimeInSeconds,"
                       "msInPresentAPI,msBetweenPresents,msUntilDisplayed,msBetweenDisplayChange\n";
    double shown_ms = 0.0, presented_ms = 0.0;
    for (int i = 0; i < 800; ++i)
    {
        const double change = (2 + i % 7 / 6) * 1000.0 / 144;
        const double present = shown_ms + change - 4.0 - i * 7919 % 3001 / 1000.0;
        text += fmt::format("game.exe,1,0x1,DXGI,1,0,0,{:.6f},0.3,{:.4f},{:.4f},{:.4f}\n", present / 1e3,
                            present - presented_ms, shown_ms + change - present, change);
        shown_ms += change;
        presented_ms = present;
    }
    return scratch.file("screen.csv", text);
}

int lines_with(const std::string& text, const std::string& what)
{
    return static_cast<int>(std::ranges::count_if(lines_of(text), [&](const std::string& line)
                                                  { return line.find(what) != std::string::npos; }));
}

} // namespace

TEST_CASE_FIXTURE(WithScratch, "rank prints a table, its terms, a recommendation and a command that works")
{
    const Ran ran = printed("rank '" + noisy_recording(scratch) +
                            "' --hz 30,60 --loops accumulator,interpolated,render-tick,variable");
    CHECK(ran.err.empty()); // no progress, because the output is not a terminal
    CHECK(lines_with(ran.out, "accumulator  ") == 2);
    CHECK(lines_with(ran.out, "variable  ") == 1);
    CHECK(lines_with(ran.out, ">*interpolated              60 ") == 1);
    CHECK(lines_with(ran.out, "= render-tick ") == 2);
    CHECK(lines_with(ran.out, "  spiral of death") == 2);
    CHECK(lines_with(ran.out, "  not reproducible") == 1);
    CHECK(ran.says("= as smooth as interpolated at 60 Hz"));
    CHECK(lines_with(ran.out,
                     "jumps            pictures whose animation error is over 0.3 refresh periods (2 to 8 ms)") == 1);
    CHECK(ran.out.starts_with("Use interpolated at 60 Hz: "));
    CHECK(ran.says("\n- Equally smooth: render-tick.\n"));
    CHECK(ran.says("\n- 1 hitch, 0.08 s: this loop drops none of that time; no loop can hide them.\n"));
    const auto command = ran.out.find("timestep_lab export");
    REQUIRE(command != std::string::npos);
    std::string arguments = ran.out.substr(command + 13, ran.out.find('\n', command) - command - 13);
    arguments = arguments.substr(0, arguments.find("-o "));
    // The limit is 250 ms, in nanoseconds.
    CHECK(run_lab(arguments).says("min<std::int64_t>(250'000'000, "));
}

TEST_CASE_FIXTURE(WithScratch,
                  "rank names one loop where the halves of a recording lead to two, and what the other saves and risks")
{
    std::string text = "frame_ns\n";
    for (int i = 0; i < 2400; ++i)
        text += std::to_string(16'666'667 + (i * 7919 % 3001 - 1500) * (i < 1200 ? 60 : 2600)) + "\n";
    const std::string file = "'" + scratch.file("two.csv", text) + "' --loops refresh-snapped --hz 60";
    const Ran ran = printed("rank " + file);
    CHECK(ran.out.starts_with("Use interpolated at 60 Hz: "));
    CHECK(lines_with(ran.out, "> interpolated") + lines_with(ran.out, ">*interpolated") == 1);
    CHECK(ran.says(" Close to it is refresh-snapped at 60 Hz, which shows a state "));
    CHECK(lines_with(ran.out, "timestep_lab export --loop interpolated --hz 60") == 1);
    CHECK(lines_with(ran.out, "timestep_lab export --loop refresh-snapped --hz 60") == 0);
    CHECK_FALSE(
        run_lab("rank " + file + " '" + scratch.file("same.csv", text) + "'").says("interpolated at 60 Hz or "));
}

TEST_CASE_FIXTURE(
    WithScratch, "rank --json has every candidate and the same text; --quiet omits the terms; --top shortens the table")
{
    const std::string file = noisy_recording(scratch);
    const auto json = json_of("rank --json '" + file + "' --hz 30,59.94");
    CHECK(json.at("candidates").size() >= 2 * timestep::all_presets.size() - 10);
    CHECK(json.at("frames") == 800);
    CHECK(json.at("stream") == 1);
    CHECK(json.at("recommendation").at("answer") == "interpolated");
    const Ran table = run_lab("rank '" + file + "' --hz 30,59.94 --quiet --top 3");
    CHECK(table.says(json.at("recommendation").at("text").get<std::string>()));
    CHECK(table.says(" more: --top"));
    CHECK(table.says("--hz 60000/1001"));
}

TEST_CASE_FIXTURE(WithScratch, "rank advises frame caps that the display can show")
{
    const std::string file = noisy_recording(scratch);
    const auto cap = [&](const std::string& arguments)
    {
        return json_of("rank --json --hz 60 --loops accumulator '" + file + "' " + arguments)
            .at("recommendation")
            .at("frame_cap");
    };
    CHECK(cap("").at("fps") == 60.0);
    CHECK(cap("").at("display_hz_from") == "assumed");
    CHECK(cap("--refresh-hz 144").at("fps") == 48.0);
    CHECK(cap("--refresh-hz 75").at("fps") == 37.5);
    CHECK(cap("--vrr").at("fps") == 61.0);
    CHECK(run_lab("rank --hz 60 --loops accumulator --refresh-hz 144 '" + file + "'")
              .says("On a display of 144 Hz: a frame cap of 48 fps would have held in 99 % of the frames.\n"));
}

TEST_CASE_FIXTURE(WithScratch, "inspect and rank name the same display rate for one recording")
{
    for (const auto& [file, hz] : {std::pair{recording_on_144_hz(scratch), 144.0}, {noisy_recording(scratch), 60.0}})
    {
        const auto rank = json_of("rank --json --loops accumulator '" + file + "'");
        const auto inspect = json_of("inspect --json '" + file + "'");
        const auto& ranked = rank.at("recommendation").at("frame_cap");
        const auto& facts = inspect.at("files").at(0).at("streams").at(0).at("frame_cap");
        CHECK(ranked.at("display_hz") == hz);
        CHECK(facts == ranked);
        const std::string display = fmt::format("On a display of {:.4g} Hz", hz);
        for (const char* command : {"rank '", "inspect '"}) CHECK(run_lab(command + file + "'").says(display));
    }
}

TEST_CASE_FIXTURE(WithScratch, "frame generation is said first, and --pairs ranks and inspects the game's own frames")
{
    const std::string file = "'" + scratch.file("generated.csv", presents_with_generated_frames()) + "'";
    const Ran plain = run_lab("inspect " + file);
    CHECK(plain.out.starts_with("Frame generation: every second frame is short, because a driver generated it. Frame "
                                "times alternate between 25.1 and 0.4 ms"));
    CHECK_FALSE(plain.says("stutter  "));
    CHECK_FALSE(plain.says("the game's own frames\n"));
    const Ran pairs = run_lab("inspect --pairs " + file);
    CHECK_FALSE(pairs.says("Frame generation"));
    CHECK(pairs.says("mean 25.500 ms"));
    const std::string rank = "rank --loops accumulator --hz 60 " + file;
    CHECK(run_lab(rank).out.starts_with("No recommendation. Frame generation: "));
    CHECK_FALSE(run_lab(rank).says("rougher by"));
    CHECK(run_lab(rank + " --pairs").out.starts_with("Use interpolated at 60 Hz: "));
    check_refused("rank --pairs '" + noisy_recording(scratch) + "'", "leave the option out");
    check_refused(rank + " --timing displayed", "");
    check_refused(rank + " --timing displayd", "did you mean 'displayed'?");
}

TEST_CASE_FIXTURE(WithScratch, "rank prints the share of the frames that never reached the screen")
{
    const std::string file = "'" + scratch.file("shown.csv", presentmon_frames(900, 50)) + "'";
    const std::string rank = "rank --loops accumulator --hz 60 ";
    CHECK(run_lab(rank + file)
              .says("\n- 2 % of the recorded frames never reached the screen: --timing displayed "
                    "ranks by the displayed frames.\n"));
    CHECK(json_of(rank + "--json " + file).at("unseen_percent") == doctest::Approx(2.0));
    CHECK_FALSE(run_lab(rank + "--timing displayed " + file).says("never reached"));
    const std::string other = "'" + noisy_recording(scratch) + "'";
    CHECK(json_of(rank + "--json " + other).at("unseen_percent").is_null());
    const Ran both = run_lab(rank + file + " " + other);
    CHECK(both.says(" 2.00 %  "));
    CHECK(both.says("      -  "));
}

TEST_CASE_FIXTURE(WithScratch, "rank refuses invalid input with its place and the correction")
{
    const std::string good = "rank '" + noisy_recording(scratch) + "' ";
    check_refused("rank", "file is required");
    check_refused(good + "--loops interpolatd", "did you mean 'interpolated'?");
    check_refused(good + "--loops ,", "--loops takes names");
    check_refused(good + "--hz 0", "--hz takes a rate above 0");
    check_refused(good + "--hz ,", "--hz takes rates");
    check_refused(good + "--step-cost -4", "--step-cost takes a time");
    check_refused(good + "--step-cost 17ms", "a step of 17 ms does not fit into these frames");
    check_refused(good + "--max-age soon", "--max-age takes a time");
    check_refused(good + "--top 0", "--top takes a whole number");
    check_refused(good + "--stream 2", "there is no stream 2");
}

TEST_CASE_FIXTURE(WithScratch, "rank of several recordings of one game prints one answer")
{
    const std::string game = noisy_recording(scratch);
    const Ran ran = printed("rank '" + game + "' '" + game + "' --hz 60 --loops accumulator,interpolated");
    CHECK(lines_with(ran.out, "game.csv") >= 2);
    CHECK(lines_with(ran.out, "Use interpolated at 60 Hz for all recordings") == 1);
    CHECK(lines_with(ran.out, "timestep_lab export --loop interpolated --hz 60") == 1);
    const auto json = json_of("rank '" + game + "' '" + game + "' --hz 60 --loops accumulator,interpolated --json");
    CHECK(json["recordings"].size() == 2);
    CHECK(json["loop"] == "interpolated");
    CHECK(run_lab("rank '" + game + "' /nowhere.csv").code == 2);
}

TEST_CASE_FIXTURE(WithScratch, "rank uses all parts of a recording with gaps, also of a part of it, and says so")
{
    std::string text = "time_ms,frame_ms\n";
    for (int i = 0; i < 1200; ++i)
        if (i < 300 || i >= 600) text += fmt::format("{:.3f},{:.3f}\n", i * 16.5, 16.5 + 0.1 * (i % 3 - 1));
    const std::string file = scratch.file("gap.csv", text);
    const Ran ran = run_lab("rank --json --hz 60 --loops accumulator " + file);
    CHECK(ran.err.find("with 1 gap: rank runs each part between gaps by itself") != std::string::npos);
    CHECK(nlohmann::json::parse(ran.out).at("frames") == 900);
    CHECK(nlohmann::json::parse(printed("rank --quiet --json --hz 60 --from 4s " + file).out).at("frames") == 657);
}

TEST_CASE_FIXTURE(WithScratch, "rank says how much the jumps of a loop without blending depend on its start")
{
    // Even frames of one step, read from a clock that is off by up to 0.5 ms: whether they cross a tick depends on the
    // phase alone.
    std::string text = "frame_ns\n";
    const auto noise = [](int i) { return (i * 7919 % 3001 - 1500) * 333; };
    for (int i = 0; i < 3600; ++i) text += std::to_string(16'666'667 + noise(i + 1) - noise(i)) + "\n";
    const std::string rank = "rank '" + scratch.file("even.csv", text) + "' --hz 60 --loops accumulator,interpolated";
    const auto ranking = json_of(rank + " --json");
    REQUIRE(ranking["candidates"].size() == 2);
    for (const auto& loop : ranking["candidates"])
    {
        const auto& starts = loop["jumps_of_64_starts"];
        CHECK(starts.is_null() == (loop["loop"] == "interpolated"));
        if (starts.is_null()) continue;
        const auto jumps = [&](const char* key) { return starts.at(key).get<double>(); };
        CHECK(jumps("lowest") == 0.0);
        CHECK(jumps("highest") > 1000.0);
        CHECK(jumps("median") <= jumps("worst_twentieth"));
        CHECK(loop["jumps_per_minute"].get<double>() <= jumps("highest"));
    }
    CHECK(printed(rank).says("jumps by the start alone"));
}
