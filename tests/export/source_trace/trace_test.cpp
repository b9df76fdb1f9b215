#include "export/source_trace/highlight.hpp"
#include "export/source_trace/trace.hpp"
#include "scratch.hpp"
#include "timestep/presets.hpp"

using namespace source_trace;
using namespace std::chrono_literals;
using timestep::Nanos;

namespace
{

void check_same(const timestep::StepPlan& a, const timestep::StepPlan& b)
{
    using Plan = timestep::StepPlan;
    CHECK(a.steps == b.steps);
    for (const auto time : {&Plan::dt, &Plan::tail, &Plan::stepped, &Plan::carried, &Plan::dropped, &Plan::filter_error,
                            &Plan::filtered_frame_time})
        CHECK(a.*time == b.*time);
    CHECK(a.dt_seconds == b.dt_seconds);
    CHECK(a.alpha == b.alpha);
    CHECK(a.presentation == b.presentation);
}

const FileTrace& file_of(const FrameTrace& trace, std::string_view path)
{
    const auto found = std::ranges::find(trace.files, path, &FileTrace::path);
    REQUIRE(found != trace.files.end());
    return *found;
}

const LineTrace& line_with(const FileTrace& file, std::string_view text)
{
    const auto lines = embedded_source_lines(file.path);
    const auto found = std::ranges::find_if(lines, [&](std::string_view line) { return line.find(text) != line.npos; });
    REQUIRE(found != lines.end());
    return file.lines[static_cast<std::size_t>(found - lines.begin())];
}

// The value of `name` on the line that contains `text`.
std::string value_at(const FileTrace& file, std::string_view text, std::string_view name)
{
    const LineTrace& line = line_with(file, text);
    const auto found = std::ranges::find(line.values, name, &VariableValue::name);
    return found == line.values.end() ? "nothing" : found->text;
}

// The pieces of a line as "keyword:const type:Nanos plain:x", without pieces of only spaces and signs.
std::string told(std::string_view line, bool in_comment = false)
{
    constexpr const char* names[]{"plain", "comment", "keyword", "type", "number", "text", "preprocessor"};
    std::string all;
    for (const SyntaxToken& piece : split_into_syntax_tokens(line, in_comment))
        if (piece.kind != SyntaxKind::plain ||
            piece.text.find_first_of("abcdefghijklmnopqrstuvwxyz") != piece.text.npos)
            all += std::string{all.empty() ? "" : " "} + names[static_cast<int>(piece.kind)] + ":" +
                   std::string{piece.text};
    return all;
}

} // namespace

TEST_CASE("the traced copy takes the real loop's steps, for every preset and random frames")
{
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        CAPTURE(preset.name);
        std::mt19937 random{11};
        timestep::Loop loop = preset.make(preset.default_rate);
        for (int frame = 0; frame < 400; ++frame)
        {
            const Nanos length{static_cast<std::int64_t>(random() % (frame % 50 == 0 ? 900'000'000U : 40'000'000U)) -
                               1000};
            const timestep::FrameInput in{length, frame % 2 == 0 ? 16'666'667ns : Nanos::zero()};
            const timestep::Loop before = loop;
            check_same(trace_frame(before, in).plan, loop.plan(in));
        }
    }
}

TEST_CASE("the shown source is the compiled file, and every highlighted line is a statement")
{
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        CAPTURE(preset.name);
        const FrameTrace traced = trace_frame(preset.make(preset.default_rate), {40ms, {}});
        CHECK(traced.files.front().path == "basic_loop.hpp");
        CHECK(std::ranges::any_of(traced.files, [](const FileTrace& f)
                                  { return f.path.starts_with("steppers/") || f.path == "godot.hpp"; }));
        CHECK_FALSE(embedded_source_lines(preset_header_path(preset.name)).empty());
        for (const FileTrace& file : traced.files)
        {
            const auto lines = embedded_source_lines(file.path);
            std::string joined;
            for (const std::string_view line : lines) joined += std::string{line} + "\n";
            CHECK(joined == text_of("src/timestep/" + std::string{file.path}));
            REQUIRE(file.lines.size() == lines.size());
            CHECK(std::ranges::any_of(file.lines, [](const LineTrace& line) { return line.execution_count > 0; }));
            for (std::size_t i = 0; i < lines.size(); ++i)
            {
                CHECK((file.lines[i].is_code || (file.lines[i].execution_count == 0 && file.lines[i].values.empty())));
                CHECK((!file.lines[i].is_code || lines[i].find_first_not_of(" {}") != std::string_view::npos));
                CHECK_FALSE((file.lines[i].is_code && lines[i].starts_with("#")));
            }
        }
    }
}

TEST_CASE("a value is shown on the line that sets it")
{
    timestep::Loop loop = timestep::find_preset("interpolated")->make(timestep::hz(60));
    CHECK(value_at(file_of(trace_frame(loop, {40ms, {}}), "steppers/fixed_step.hpp"), ".steps = grant.steps",
                   ".steps") == "2");
    const FrameTrace capped = trace_frame(loop, {1s, {}});
    CHECK(value_at(file_of(capped, "steppers/fixed_step.hpp"), "const Nanos dropped =", "dropped") == "750 ms");
    CHECK(value_at(file_of(capped, "basic_loop.hpp"), "const Nanos measured_time", "measured_time") == "1000 ms");
    CHECK(loop.plan({20ms, {}}).steps == 1);
    CHECK(value_at(file_of(trace_frame(loop, {20ms, {}}), "steppers/fixed_step.hpp"), "const Nanos carried_before",
                   "carried_before") == "3.33333 ms");
}

TEST_CASE("only lines of the executed branch are highlighted, and a condition has its result")
{
    const timestep::Loop loop = timestep::find_preset("godot")->make(timestep::hz(60));
    const FrameTrace quiet = trace_frame(loop, {Nanos{16'667'000}, {}});
    const FileTrace& file = file_of(quiet, "godot.hpp");
    CHECK(line_with(file, "else if (steps > high)").execution_count == 1);
    CHECK(line_with(file, "reachable < low").execution_count == 0);
    CHECK(line_with(file, "std::int64_t steps = floor_to_int(carried_units_ * rate_hz_);").execution_count == 1);
    CHECK(line_with(file, "if (steps < low)").condition_result == std::optional{false});
}

TEST_CASE("keywords, types, numbers, comments and texts are recognised")
{
    CHECK(told("    constexpr Nanos frame = 16'666'667; // of it") ==
          "keyword:constexpr type:Nanos plain:frame number:16'666'667 comment:// of it");
    CHECK(told("#include \"timestep/loop.hpp\"") == "preprocessor:#include \"timestep/loop.hpp\"");
    CHECK(told("x = y < 1e-6F ? 0x1e-2 : .5;") == "plain:x plain:y number:1e-6F number:0x1e number:2 number:5");
    CHECK(told(R"(name = "a \" b" + 'c')") == R"(plain:name text:"a \" b" text:'c')");
    CHECK(told("a /* b */ c") == "plain:a comment:/* b */ plain:c");
    CHECK(told("a / b # c") == "plain:a plain:b plain:c");
    CHECK(told("std::int64_t steps") == "plain:std type:int64_t plain:steps");
    CHECK(told("\"without end") == "text:\"without end");
    CHECK(told("").empty());
}

TEST_CASE("a comment of several lines is recognised up to its end")
{
    bool in_comment = false;
    CHECK(split_into_syntax_tokens("a /* b", in_comment).back().kind == SyntaxKind::comment);
    CHECK(in_comment);
    CHECK(split_into_syntax_tokens("int still", in_comment).front().kind == SyntaxKind::comment);
    CHECK(told("done */ int x", true) == "comment:done */ type:int plain:x");
}

TEST_CASE("the pieces of each line of a shown header join to that line")
{
    for (const timestep::Preset& preset : timestep::all_presets)
        for (const FileTrace& file :
             trace_frame(preset.make(preset.default_rate), {timestep::Nanos{20'000'000}, {}}).files)
        {
            bool in_comment = false;
            for (const std::string_view line : embedded_source_lines(file.path))
            {
                std::string joined;
                for (const SyntaxToken& piece : split_into_syntax_tokens(line, in_comment)) joined += piece.text;
                CHECK(joined == line);
            }
            CHECK_FALSE(in_comment);
        }
}
