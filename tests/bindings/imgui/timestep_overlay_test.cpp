// Dear ImGui runs without a window: the overlay's text and rectangles are compared with the probe's file of the same
// run, and its verdicts with those of the laboratory.
#include "timestep_overlay.hpp"

#include "lab/stage/playing.hpp"
#include "recordings/identify/loop_identification.hpp"
#include "scratch.hpp"
#include "timestep/presets/fixed.hpp"
#include "timestep/presets/interpolated.hpp"
#include "timestep/presets/semi_fixed.hpp"

#include <thread>

using namespace timestep;

namespace
{

// A context of Dear ImGui without a window. The texture of the fonts is never drawn.
struct FrameCanvas
{
    ImGuiContext* context = ImGui::CreateContext();

    FrameCanvas()
    {
        ImGui::GetIO().IniFilename = nullptr;
        ImGui::GetIO().DisplaySize = {1280.0F, 720.0F};
#if IMGUI_VERSION_NUM >= 19200
        ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#else
        unsigned char* pixels = nullptr;
        ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, nullptr, nullptr);
#endif
    }
    ~FrameCanvas() { ImGui::DestroyContext(context); }

    // Draws one frame. Returns the vertices of the overlay.
    std::vector<ImDrawVert> draw(bool is_key_down, auto&& draw_overlay)
    {
#if IMGUI_VERSION_NUM >= 18700
        ImGui::GetIO().AddKeyEvent(ImGuiKey_Insert, is_key_down);
#else
        ImGui::GetIO().KeyMap[ImGuiKey_Insert] = 73; // as the SDL2 backend
        ImGui::GetIO().KeysDown[73] = is_key_down;
#endif
        ImGui::NewFrame();
        draw_overlay();
        ImGui::Render();
        const auto& vertices = ImGui::GetDrawData()->CmdLists[ImGui::GetDrawData()->CmdListsCount - 1]->VtxBuffer;
        return {vertices.begin(), vertices.end()};
    }
};

using Bars = std::array<std::pair<ImU32, float>, 32>; // colour, and height in pixels

// The bars of the strip, oldest first. The first rectangle is that of the panel.
Bars bars_of(const std::vector<ImDrawVert>& vertices)
{
    Bars bars{};
    for (std::size_t i = 4; i + 3 < vertices.size(); i += 4)
        if (vertices[i].uv.x == vertices[i + 2].uv.x) // not a glyph
            for (float x = vertices[i].pos.x; x < vertices[i + 2].pos.x; x += 6.0F)
                bars.at(static_cast<std::size_t>((x - vertices[0].pos.x - 6.0F) / 6.0F)) = {
                    vertices[i].col, vertices[i + 2].pos.y - vertices[i].pos.y};
    return bars;
}

// Runs `loop` over frames of 1 to 40 ms with some long ones, presses the key in frame 9, and returns what each frame
// drew.
std::vector<std::pair<std::string, Bars>> play(const auto& plain_loop, const std::string& path)
{
    FrameCanvas screen;
    Overlay overlay;
    overlay.probe_path = path.c_str();
    auto loop = hooked(plain_loop, overlay);
    std::mt19937 random{7};
    std::vector<std::pair<std::string, Bars>> drawn;
    for (int i = 0; i < 600; ++i)
    {
        const Nanos frame = i % 150 == 100 ? Nanos{612'345'678} : Nanos{1'000'000 + random() % 39'000'000};
        run_steps(loop.plan({.frame_time = frame}), [](double) {});
        const auto vertices = screen.draw(i == 9, [&] { overlay.draw(); });
        drawn.emplace_back(overlay.text(), bars_of(vertices));
    }
    return drawn;
}

// Compares the lines and bars of each frame with those that follow from the rows of the probe's file alone. The loop
// carries alpha * step_ns; if step_ns is 0, it carries nothing.
void compare_with_file(const auto& plain_loop, double step_ns)
{
    const Scratch folder;
    const std::string path = base::path_to_utf8(folder.path("probe.csv"));
    const auto drawn = play(plain_loop, path);
    const auto rows = require_value<recordings::ProbeRecording>(recordings::read_probe_recording(text_of(path), path));
    const std::size_t begin = step_ns > 0.0 ? 1 : 0; // a first row without a step has the time that the loop carried
    REQUIRE(rows.frame_times.size() - begin == drawn.size() - 10); // the others begin with the frame after the key
    Nanos carried{};
    std::vector<Nanos> dropped;
    int compared = 0;
    for (std::size_t row = 0; row < rows.frame_times.size(); ++row)
    {
        const Nanos before = std::exchange(carried, Nanos{std::llround(rows.alphas[row] * step_ns)});
        dropped.push_back(rows.frame_times[row] - rows.simulated_times[row] - (carried - before));
        if (std::chrono::abs(dropped[row]) < 1us) dropped[row] = {}; // the file has alpha with six decimals
        Nanos span{}, dropped_in_span{};
        std::int64_t steps = 0;
        int count = 0;
        for (std::size_t i = row + 1; i-- > begin && span < 1s; ++count)
        {
            span += rows.frame_times[i];
            steps += rows.step_counts[i];
            dropped_in_span += dropped[i];
        }
        if (span < 1s) continue;
        const auto& [lines, bars] = drawn[10 + row - begin];
        if (lines != drawn[9 + row - begin].first) // else the text is that of an earlier row
        {
            ++compared;
            const auto text =
                detail::format("\n%.2f steps a frame of %.1f ms\ncarried %.1f ms, alpha %.2f\ndropped %.1f ms in 1 s\n",
                               static_cast<double>(steps) / count, to_millis(span) / count, to_millis(carried),
                               rows.alphas[row], to_millis(dropped_in_span));
            CHECK_MESSAGE(lines.ends_with(text + "writing " + path), lines, " ends otherwise than", text);
        }
        if (row < 32) continue;
        for (std::size_t i = 0; i < 32; ++i)
        {
            const std::size_t of = row - 31 + i;
            const auto& [bar_color, bar_height] = bars[i];
            const ImU32 color = rows.step_counts[of] > 1 ? Overlay::several_steps : Overlay::one_step;
            if (rows.simulated_times[of] > 0ns)
                CHECK(bar_color == (std::chrono::abs(dropped[of]) > 1ms ? Overlay::time_dropped : color));
            const double height = std::min(to_millis(rows.simulated_times[of]) / 100.0, 1.0) * 48.0;
            CHECK(std::abs(static_cast<double>(bar_height) - height) < 1.001);
        }
    }
    CHECK(compared > 10);
    CHECK(recordings::identify_loop(rows).best.agreeing_frame_count == rows.frame_times.size());
}

} // namespace

TEST_CASE("lines and bars are those that follow from the probe's file of the same run")
{
    compare_with_file(presets::interpolated(hz(60)), 1e9 / 60.0);
    compare_with_file(presets::semi_fixed(hz(60)), 0.0);
    compare_with_file(presets::fixed(hz(60)), 0.0);
}

TEST_CASE("verdicts are those of the laboratory for the same frames")
{
    const Turns pcs[]{{{"machine.refresh_hz", "60"}},
                      {{"machine.refresh_hz", "144"}},
                      {{"machine.delay_ms", "16ms"}},
                      {{"machine.vsync", "off"}, {"machine.delay_ms", "14.6ms"}, {"machine.jitter_ms", "1.5ms"}},
                      {{"machine.vsync", "off"}, {"machine.delay_ms", "75ms"}, {"machine.jitter_ms", "20ms"}},
                      {{"machine.vsync", "off"}, {"machine.step_cost_ms", "20ms"}}};
    const auto word = [](std::string text)
    {
        text.resize(std::min(text.size(), text.find(','))); // the quantity of UNEVEN and OK
        std::erase_if(text, [](char c) { return std::strchr("0123456789. ", c) != nullptr; });
        return text;
    };
    std::map<std::string, int> runs;
    for (const Preset& preset : all_presets)
        for (const Turns& pc : pcs)
        {
            lab::LaneSetup setup = LaneOf::setup_of(preset.name, pc);
            turn(setup.config, {{"scene.name", "uniform-motion"}});
            lab::LaneRun lane{setup};
            RecentFrames frames;
            Nanos waited{};
            LoopVerdict newest;
            std::string verdict, of_lane;
            int judged = 0, different = 0;
            for (; lane.next_frame_start_time() < 6s && judged < 1000; ++judged)
            {
                if (judged == 200) lane.add_hitch(166ms);
                if (judged > 0) frames.newest().waited = waited;
                const telemetry::FrameSample& s = lane.simulate_frame();
                frames.add({s.measured_frame_time, lane.lane().references().refresh_period()}, s.plan);
                frames.newest().stepping = s.stepping_time;
                frames.newest().is_drawn = s.is_displayed;
                waited = s.sleep_time + s.spin_time;
                // The laboratory knows when the newest frame is displayed, the overlay only in the next frame.
                newest = verdict_of(frames.all(), newest.is_uneven);
                verdict = word(newest.text);
                const lab::Judgement& judgement = lane.lane().judgement();
                lab::LaneVerdict lane_verdict = judgement.verdict;
                // The overlay does not say BEHIND, which needs no second of evidence.
                if (lane_verdict.lost_time != Nanos{} && !judgement.evidence.has_rates())
                    lane_verdict.kind = lab::LaneVerdict::Kind::settling;
                lane_verdict.lost_time = {};
                const auto before = std::exchange(of_lane, word(verdict_text(lane_verdict)));
                if (verdict != of_lane && verdict != before) ++different;
            }
            INFO("preset.name ", preset.name, ", pc ", &pc - pcs);
            // A limit that one of them reaches some frames earlier; some runs have only 20 frames.
            CHECK((different - 1) * 100 <= judged * 3);
            ++runs[verdict];
        }
    for (const char* const each : {"OK", "UNEVEN", "msLATE", "FASTx", "SLOWx", "SPIRALOFDEATHx"})
        CHECK_MESSAGE(runs[each] > 0, each);
}

TEST_CASE("hooks measure how long the steps take")
{
    Overlay overlay;
    auto loop = hooked(presets::interpolated(hz(60)), overlay);
    run_steps(loop.plan({.frame_time = 51ms}), [](double) { std::this_thread::sleep_for(2ms); });
    CHECK(overlay.frames().back().steps == 3);
    CHECK(overlay.frames().back().stepping >= 6ms);
    (void)loop.plan({.frame_time = 1ms});
    CHECK(overlay.frames().back().stepping == Nanos{});
}

TEST_CASE_FIXTURE(WithScratch, "the key begins and ends the file, and a file that cannot be written is named")
{
    const std::string path = base::path_to_utf8(scratch.path("probe.csv")), nowhere = path + "/probe.csv";
    for (const std::string& file : {path, nowhere})
    {
        FrameCanvas screen;
        Overlay overlay;
        overlay.probe_path = file.c_str();
        auto loop = presets::fixed(hz(60));
        const auto shown = [&](bool is_key_down)
        {
            const FrameInput in{.frame_time = 16ms};
            overlay.frame_planned(in, loop.plan(in));
            screen.draw(is_key_down, [&] { overlay.draw(); });
            return overlay.text().substr(overlay.text().rfind('\n') + 1);
        };
        const std::string offer = "Insert: write " + file, state = (file == path ? "writing " : "cannot write ") + file;
        for (const auto& [is_key_down, line] :
             {std::pair{false, offer}, {true, state}, {true, state}, {false, state}, {true, offer}})
            CHECK(shown(is_key_down) == line);
    }
    CHECK(lines_of(text_of(path)).size() == 4); // the names of the columns and the three frames between the presses
}

TEST_CASE("a pause moves no bar, and one call draws the overlay")
{
    FrameCanvas screen;
    auto loop = presets::fixed(hz(50));
    const auto frame = [&](Nanos time, bool runs)
    {
        return bars_of(screen.draw(
            false, [&] { show_overlay({.frame_time = time}, runs ? loop.plan({.frame_time = time}) : StepPlan{}); }));
    };
    Bars bars{};
    for (int i = 0; i < 5; ++i) bars = frame(20ms, true);
    CHECK(bars.back() == std::pair{Overlay::one_step, 10.0F}); // 20 ms of 100 ms
    CHECK(frame({}, false) == bars);
    CHECK(frame(20ms, true) != bars);
}
