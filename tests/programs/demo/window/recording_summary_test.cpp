#include "programs/demo/window/recording_summary.hpp"

#include "ranking/rank/ranking.hpp"
#include "scratch.hpp"

#include <fmt/format.h>

#include <thread>

using namespace demo;
using namespace timestep;
using namespace std::chrono_literals;

namespace
{

// Returns frames of a slightly uneven game at 60 fps, with one hitch of 300 ms in the middle.
std::vector<Nanos> game(std::size_t count)
{
    std::mt19937 random{7};
    std::vector<Nanos> frames;
    for (std::size_t i = 0; i < count; ++i)
        frames.emplace_back(16'000'000 + static_cast<std::int64_t>(random() % 1'400'000));
    frames[count / 2] = 300ms;
    return frames;
}

std::string file_of(const Scratch& scratch, const std::vector<Nanos>& frames)
{
    std::string text = "frame_ns\n";
    for (const Nanos frame : frames) text += fmt::format("{}\n", frame.count());
    return scratch.file("my game.csv", text);
}

demo::RecordingSummary shown(const std::string& path)
{
    return std::get<demo::RecordingSummary>(read_summary(std::filesystem::path{path}));
}

} // namespace

TEST_CASE_FIXTURE(WithScratch, "the card of a recording shows how it ran, its worst hitch, and the loops that fit")
{
    const demo::RecordingSummary summary = shown(file_of(scratch, game(1200)));
    CHECK(summary.name == "my game.csv");
    CHECK(summary.hitch_count == 1);
    REQUIRE(summary.longest_hitches.size() == 1);
    CHECK(summary.longest_hitches[0].length_ms == doctest::Approx(300.0));
    CHECK(summary.longest_hitches[0].start_s == doctest::Approx(10.0).epsilon(0.02));
    REQUIRE(summary.verdict_sentences.size() == 2);
    CHECK(summary.verdict_sentences[0].find("1 hitch of 0.30 s in all") != std::string::npos);
    REQUIRE(summary.best_loops.size() == 3);
    CHECK(summary.best_loops[0].title.find(" at 60 Hz") != std::string::npos);
    CHECK(summary.verdict_sentences[1].find(summary.best_loops[0].title) != std::string::npos);
    CHECK(summary.best_loops[0].rank_label == "advised");
    for (const auto& loop : summary.best_loops)
    {
        CHECK(loop.statistics_line.find(" jumps a minute, ") != std::string::npos);
        CHECK((loop.rank_label == "tied" || &loop == &summary.best_loops[0]));
    }
    CHECK(summary.best_loops[0].preset_id != summary.best_loops[1].preset_id);
    CHECK(summary.best_loops[1].preset_id != summary.best_loops[2].preset_id);
    CHECK(summary.unplayable_reason.empty());
    REQUIRE(summary.frame_times);
    CHECK(summary.frame_times->size() == 1200);
    const ranking::LoopRanking ranking = ranking::rank(*summary.frame_times, {.loops = ranking::all_preset_ids()});
    const auto& advised = ranking.candidates[*ranking.recommendation.candidate_index];
    CHECK_FALSE(advised.has_veto());
    CHECK(summary.best_loops[0].title == ranking::title_of(advised));
    CHECK(ranking.recommendation.text.starts_with(
        summary.verdict_sentences[1].substr(0, summary.verdict_sentences[1].size() - 1)));
}

TEST_CASE("the card advises one loop and lists the alternative next, and says that every second frame is short")
{
    recordings::Recording recording;
    auto& frames = recording.streams.emplace_back().frame_times;
    for (int i = 0; i < 2400; ++i)
        frames.push_back(16'666'667ns + (i * 7919 % 3001 - 1500) * (i < 1200 ? 60ns : 2600ns));
    const demo::RecordingSummary summary = demo::summarise_recording(recording);
    REQUIRE(summary.best_loops.size() == 3);
    CHECK(summary.verdict_sentences.back().starts_with("Use interpolated at 60 Hz: "));
    CHECK(summary.best_loops[0].rank_label == "advised");
    CHECK(summary.best_loops[1].rank_label == "alternative");

    for (std::size_t i = 0; i < frames.size(); ++i) frames[i] = i % 2 == 0 ? 33ms : 16ms;
    const demo::RecordingSummary alternating = demo::summarise_recording(recording);
    REQUIRE(alternating.verdict_sentences.size() == 3);
    CHECK(alternating.verdict_sentences[1].starts_with("Every second frame is short: "));
}

TEST_CASE_FIXTURE(WithScratch, "the card ranks by the display's rate, as the command rank does, and so does a part")
{
    std::string text =
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange\n";
    double time_ms = 0.0;
    for (int i = 0; i < 2000; ++i)
    {
        const double frame_ms = 25.0 / 3 + (i * 7919 % 3001 - 1500) * 2e-3;
        time_ms += frame_ms;
        text += fmt::format("game.exe,1,0x1,{:.6f},{:.4f},{:.4f}\n", time_ms / 1000, frame_ms, 25.0 / 3);
    }
    const std::filesystem::path path = scratch.file("game.csv", text);
    const demo::RecordingSummary summary = shown(path);
    REQUIRE(summary.refresh_period);
    CHECK(*summary.refresh_period == 8'333'333ns);

    const auto jumps_on = [&](const std::optional<Nanos>& refresh_period)
    {
        ranking::RankOptions options{.loops = ranking::all_preset_ids()};
        if (refresh_period) options.refresh_period = *refresh_period;
        const auto ranking = ranking::rank(*summary.frame_times, options);
        const auto& advised = ranking.candidates[*ranking.recommendation.candidate_index];
        return fmt::format(" {} jumps a minute", ranking::jump_rate_number(advised.jumps_per_minute));
    };
    CHECK(jumps_on(8'333'333ns) != jumps_on(16'666'667ns));
    CHECK(summary.best_loops[0].statistics_line.find(jumps_on(8'333'333ns)) != std::string::npos);
    const demo::RecordingSummary part =
        summarise_part("game.csv", *summary.frame_times, summary.refresh_period, 0.0, 1.0);
    CHECK(part.best_loops[0].statistics_line == summary.best_loops[0].statistics_line);
    CHECK(part.refresh_period == summary.refresh_period);
}

TEST_CASE_FIXTURE(WithScratch, "the card of a recording that is too short has no recommendation")
{
    const demo::RecordingSummary summary = shown(file_of(scratch, game(100)));
    CHECK(summary.best_loops.empty());
    REQUIRE(summary.verdict_sentences.size() == 2);
    CHECK(summary.verdict_sentences[1].find("too short") != std::string::npos);
    CHECK(summary.frame_times);
}

TEST_CASE_FIXTURE(WithScratch, "a file that becomes shorter while it is read gives the frames that were read")
{
    const std::string line = "16666667\n", header = "frame_ns\n";
    const std::size_t line_count = 3'000'000;
    for (int attempt = 0; attempt < 5; ++attempt)
    {
        std::string text = header;
        for (std::size_t i = 0; i < line_count; ++i) text += line;
        const std::filesystem::path path = scratch.file("log.csv", text);
        std::thread logger{[&]
                           {
                               std::this_thread::sleep_for(std::chrono::microseconds{500 * attempt});
                               std::filesystem::resize_file(path, header.size() + 1000 * line.size() + 4);
                           }};
        const auto result = recordings::read_file(path, {.keeps_first_part = true});
        logger.join();
        const auto* const recording = std::get_if<recordings::Recording>(&result);
        REQUIRE(recording != nullptr);
        const std::size_t frame_count = recording->streams.front().frame_times.size();
        CHECK(frame_count >= 1000);
        const bool was_short_at_start = frame_count == 1001; // with the part of a line
        CHECK((recording->is_first_part || frame_count == line_count || was_short_at_start));
        if (recording->is_first_part)
            CHECK(recordings::first_part_text(*recording) ==
                  fmt::format("the file became shorter while it was read: these are its first {} frames", frame_count));
    }
}

TEST_CASE("a file that is no recording gives the reader's error")
{
    const auto why = std::get<std::string>(
        read_summary(std::filesystem::path{"tests/programs/demo/window/recording_summary_test.cpp"}));
    CHECK(why.find("recording_summary_test.cpp") != std::string::npos);
    CHECK(why.find('\n') == std::string::npos);
    CHECK(std::holds_alternative<std::string>(read_summary(std::filesystem::path{"tests/nowhere.csv"})));
}

TEST_CASE("the card of a part has the frames that begin in the part, and its loops are judged on these frames only")
{
    const std::vector<Nanos> frames = game(1800); // 30 s, with the hitch in the middle
    const demo::RecordingSummary late = summarise_part("folder/my game.csv", frames, {}, 0.6, 1.0);
    const demo::RecordingSummary middle = summarise_part("folder/my game.csv", frames, {}, 0.3, 0.7);
    CHECK(late.name == "my game.csv, 18.2 to 30.3 s");
    CHECK(late.covers_selected_part);
    CHECK(late.hitch_count == 0);
    CHECK(middle.hitch_count == 1);
    REQUIRE(late.frame_times);
    CHECK(late.frame_times->size() == doctest::Approx(720).epsilon(0.03));
    CHECK(late.frame_times->back() == frames.back());
    CHECK(late.best_loops.size() == 3);
    CHECK(summarise_part("a", frames, {}, 0.5, 0.5).frame_times->size() == 1);
}

TEST_CASE("an overlay has the longest frame of each column of the strip below it, and ends with its recording")
{
    const demo::RecordingPlot plot = make_recording_plot(std::vector<Nanos>(6000, 10ms)); // 60 s
    std::vector<Nanos> frames(1500, 20ms); // 30 s
    frames[750] = 90ms;
    const demo::PlotOverlay over = make_aligned_overlay("other.csv", frames, plot);
    REQUIRE(over.longest_ms_by_column.size() == plot.longest_ms_by_column.size());
    CHECK(over.longest_ms_by_column.front() == 20.0F);
    CHECK(over.longest_ms_by_column[128] == 90.0F); // 15 s of 60 s in 512 columns
    CHECK(over.longest_ms_by_column[250] == 20.0F);
    CHECK(over.longest_ms_by_column[260] == 0.0F);
    CHECK(make_aligned_overlay("longer.csv", std::vector<Nanos>(9000, 10ms), plot).longest_ms_by_column.back() ==
          10.0F);
}

TEST_CASE("a freeze covers as many columns of the strip and of an overlay as it lasts")
{
    std::vector<Nanos> frames(1000, 16ms);
    frames[500] = 4s; // a fifth of 20 s
    const demo::RecordingPlot plot = make_recording_plot(frames);
    const auto is_frozen = [](const std::vector<float>& ms) { return std::ranges::count(ms, 4000.0F); };
    CHECK(is_frozen(plot.longest_ms_by_column) >= 102);
    CHECK(is_frozen(plot.longest_ms_by_column) <= 104);
    CHECK(std::ranges::count(plot.longest_ms_by_column, 0.0F) == 0);
    const demo::RecordingPlot still = make_recording_plot(std::vector<Nanos>(3000, 20ms / 3));
    CHECK(is_frozen(make_aligned_overlay("frozen.csv", frames, still).longest_ms_by_column) >= 102);
    frames.back() = 4s;
    CHECK(make_recording_plot(frames).longest_ms_by_column.size() == demo::RecordingPlot::max_columns);
    CHECK(make_recording_plot(frames).longest_ms_by_column.back() == 4000.0F);
}

TEST_CASE("the scrubber converts a share of the time to a frame and back")
{
    const std::vector<Nanos> frames = game(5000);
    const demo::RecordingPlot plot = make_recording_plot(frames);
    CHECK(plot.longest_ms_by_column.size() == demo::RecordingPlot::max_columns);
    CHECK(plot.first_frame_index_by_column.size() == demo::RecordingPlot::max_columns);
    CHECK(plot.longest_frame_ms == doctest::Approx(300.0));
    REQUIRE(plot.hitch_positions.size() == 1);
    CHECK(plot.hitch_positions[0] == doctest::Approx(0.5).epsilon(0.01));
    for (const double share : {0.0, 0.2, 0.49, 0.7, 0.999})
        CHECK(plot.start_fraction_of_frame(plot.first_frame_index_at(share)) == doctest::Approx(share).epsilon(0.005));
    CHECK(plot.start_fraction_of_frame(0) == 0.0);
    CHECK(plot.start_fraction_of_frame(5000) == doctest::Approx(1.0));
    CHECK(plot.first_frame_index_at(-1.0) == 0);
    CHECK(plot.first_frame_index_at(2.0) < 5000);

    const demo::RecordingPlot one = make_recording_plot(std::vector<Nanos>{16ms});
    CHECK(one.first_frame_index_at(0.5) == 0);
    const demo::RecordingPlot still = make_recording_plot(std::vector<Nanos>(3, 0ms));
    CHECK(still.first_frame_index_at(0.9) < 3);
}
