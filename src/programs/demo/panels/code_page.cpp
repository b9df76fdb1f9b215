// The page "Code": the running loop as six lines of pseudocode and as source code, with the executed lines and the
// variables of the last frame; or the loop as an exported file.
#include "catalogue/presets.hpp"
#include "export/source_trace/highlight.hpp"
#include "export/source_trace/trace.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/settings/set_up.hpp"
#include "programs/demo/panels/panels.hpp"
#include "timestep/loop.hpp"
#include "timestep/version.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace demo
{

namespace
{

using source_trace::SyntaxKind;
using source_trace::SyntaxToken;

constexpr float highlight_opacity = 0.13F; // opacity of the accent colour behind an executed line, 0 to 1

draw::Colour base_syntax_colour(const draw::Theme& theme, SyntaxKind kind)
{
    switch (kind)
    {
    case SyntaxKind::comment: return draw::mix(theme.quiet, theme.panel, 0.12F);
    case SyntaxKind::keyword: return draw::mix(draw::rgb(0xcc79a7), theme.ink, 0.25F);
    case SyntaxKind::type: return draw::mix(draw::rgb(0x56b4e9), theme.ink, 0.30F);
    case SyntaxKind::number: return draw::mix(draw::rgb(0xe69f00), theme.ink, 0.25F);
    case SyntaxKind::literal:
    case SyntaxKind::preprocessor: return draw::mix(draw::rgb(0x009e73), theme.ink, 0.35F);
    case SyntaxKind::plain: break;
    }
    return theme.ink;
}

using SyntaxColours = std::array<draw::Colour, source_trace::syntax_kind_count>;

// Text colours by kind of syntax, legible also on highlighted lines. If `is_dimmed`, mixes them with the background.
SyntaxColours syntax_colours(const draw::Theme& theme, bool is_dimmed)
{
    SyntaxColours colours;
    for (std::size_t kind = 0; kind < colours.size(); ++kind)
    {
        const draw::Colour base_colour = base_syntax_colour(theme, static_cast<SyntaxKind>(kind));
        const draw::Colour highlight   = draw::mix(theme.ground, theme.accent, highlight_opacity);
        colours[kind] =
            draw::legible(is_dimmed ? draw::mix(base_colour, theme.ground, 0.5F) : base_colour, highlight, theme.ink);
    }
    return colours;
}

draw::Colour syntax_colour(const Context& c, SyntaxKind kind, bool is_dimmed = false)
{
    static const std::array<std::array<SyntaxColours, 2>, 2> colours{
        {{syntax_colours(draw::dark, false), syntax_colours(draw::dark, true)},
         {syntax_colours(draw::light, false), syntax_colours(draw::light, true)}}};
    return colours[c.lab.settings.view.light_theme ? 1 : 0][is_dimmed ? 1 : 0][static_cast<std::size_t>(kind)];
}

// Draws the tokens of a line of code from left to right, and wraps the line at the page's right edge.
class CodePen
{
public:
    CodePen(const Context& c, float left, float right)
        : c_{c}
        , left_{left}
        , right_{right}
        , x_{left}
        , top_{ImGui::GetCursorScreenPos().y}
    {
    }

    void write(std::string_view text, draw::Colour text_colour)
    {
        const float width  = width_of(text);
        const float indent = left_ + 32 * c_.scale;
        if (x_ + width > right_ && x_ > indent && text.find_first_not_of(' ') != text.npos)
        {
            x_ = indent;
            ++rows_;
        }
        draw_text(*ImGui::GetWindowDrawList(), {x_, top_ + static_cast<float>(rows_ - 1) * row_height()}, text_colour,
                  text);
        x_ += width;
    }

    float row_height() const { return ImGui::GetTextLineHeight() + 2 * c_.scale; }
    float height() const { return row_height() * static_cast<float>(rows_); }

private:
    const Context& c_;
    float left_, right_, x_, top_;
    int rows_ = 1;
};

bool has_value_changed(const CodePage& page, const std::string& key, const std::string& value)
{
    const auto previous_value = page.previous_values.find(key);
    return previous_value == page.previous_values.end() || previous_value->second != value;
}

std::string value_key(std::string_view path, std::size_t line, std::string_view name)
{
    return fmt::format("{}:{}:{}", path, line, name);
}

std::map<std::string, std::string> values_by_key(const lab::PlanInputs* decision)
{
    std::map<std::string, std::string> values;
    if (decision == nullptr) return values;
    for (const source_trace::FileTrace& file : source_trace::trace_frame(*decision->loop_before, decision->input).files)
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            for (const source_trace::Value& value : file.lines[i].values)
                values[value_key(file.path, i, value.name)] = value.text;
    return values;
}

void draw_line_values(const Context& c, CodePen& pen, const source_trace::FileTrace& file, std::size_t line_index)
{
    const source_trace::LineTrace& line = file.lines[line_index];
    if (line.hit_count == 0) return;
    if (line.hit_count > 1) pen.write(fmt::format("   {} times", line.hit_count), c.theme.quiet);
    if (line.condition)
        pen.write(*line.condition ? "   yes" : "   no", *line.condition ? c.theme.accent : c.theme.quiet);
    const auto is_field      = [](const source_trace::Value& value) { return value.name.starts_with('.'); };
    const bool has_one_field = std::ranges::count_if(line.values, is_field) == 1;
    for (const source_trace::Value& value : line.values)
    {
        const bool has_changed =
            has_value_changed(c.state.code_page, value_key(file.path, line_index, value.name), value.text);
        const bool is_unnamed_field = is_field(value) && has_one_field;
        std::string label           = is_unnamed_field ? "= " : value.name + " = ";
        if (value.name.empty()) label = "returns ";
        pen.write(fmt::format("   {}{}", label, value.text),
                  has_changed ? draw::mix(c.theme.accent, c.theme.ink, 0.25F) : c.theme.quiet);
    }
}

void draw_source_line(const Context& c, std::size_t line_index, const std::vector<SyntaxToken>& tokens,
                      const source_trace::FileTrace* file)
{
    const auto* line          = file != nullptr ? &file->lines[line_index] : nullptr;
    const bool is_highlighted = line != nullptr && line->hit_count > 0;
    const bool is_dimmed      = line != nullptr && line->is_code && !is_highlighted;
    const ImVec2 cursor       = ImGui::GetCursorScreenPos();
    const float width         = ImGui::GetContentRegionAvail().x;
    const float gutter_width  = 46 * c.scale;
    ImDrawList& draw_list     = *ImGui::GetWindowDrawList();
    draw_list.ChannelsSplit(2);
    draw_list.ChannelsSetCurrent(1);
    const std::string line_number = fmt::format("{:4}", line_index + 1);
    draw_text(draw_list, {cursor.x, cursor.y}, c.theme.quiet, line_number);
    CodePen pen{c, cursor.x + gutter_width, cursor.x + width};
    for (const SyntaxToken& token : tokens) pen.write(token.text, syntax_colour(c, token.kind, is_dimmed));
    if (line != nullptr) draw_line_values(c, pen, *file, line_index);
    draw_list.ChannelsSetCurrent(0);
    if (is_highlighted)
    {
        draw_list.AddRectFilled({cursor.x + gutter_width - 8 * c.scale, cursor.y - c.scale},
                                {cursor.x + width, cursor.y + pen.height() - c.scale},
                                to_imu32(draw::mix(c.theme.ground, c.theme.accent, highlight_opacity)));
        draw_list.AddRectFilled({cursor.x + gutter_width - 8 * c.scale, cursor.y - c.scale},
                                {cursor.x + gutter_width - 5 * c.scale, cursor.y + pen.height() - c.scale},
                                to_imu32(c.theme.accent));
    }
    draw_list.ChannelsMerge();
    ImGui::Dummy({width, pen.height() - ImGui::GetStyle().ItemSpacing.y});
}

// A source file below src/timestep. `trace` is null if no line of the file was executed in the frame.
struct ShownFile
{
    std::string path;
    const source_trace::FileTrace* trace = nullptr;
};

std::string_view stepper_header(const source_trace::Trace& trace, const timestep::LoopStepper& stepper)
{
    const std::string name_definition = fmt::format("name = \"{}\";", stepper.name());
    for (const source_trace::FileTrace& file : trace.files)
        for (const std::string_view line : source_trace::source_lines_if_embedded(file.path))
            if (line.find(name_definition) != line.npos) return file.path;
    return trace.files.front().path;
}

// The source files of the running loop, in this order: that of its stepper, other
// files with executed lines, that of its preset.
std::vector<ShownFile> loop_files(const source_trace::Trace& trace, const timestep::LoopStepper& stepper,
                                  const std::string& preset_path)
{
    const std::string_view stepper_path = stepper_header(trace, stepper);
    std::vector<ShownFile> files;
    for (const bool is_first : {true, false})
        for (const source_trace::FileTrace& file : trace.files)
            if ((file.path == stepper_path) == is_first && !source_trace::source_lines_if_embedded(file.path).empty())
                files.push_back({std::string{file.path}, &file});
    const auto is_preset = [&](const ShownFile& file) { return file.path == preset_path; };
    if (!source_trace::source_lines_if_embedded(preset_path).empty() && std::ranges::none_of(files, is_preset))
        files.push_back({preset_path});
    return files;
}

// The indices of the lines to show. Leaves out a class, with its comments, if no line of it was executed.
std::vector<std::size_t> shown_line_indices(const std::vector<std::string_view>& lines,
                                            const source_trace::FileTrace* trace)
{
    const auto was_executed = [&](std::size_t line) { return trace != nullptr && trace->lines[line].hit_count > 0; };
    std::vector<std::size_t> shown_indices, block;
    bool in_class = false;
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        const bool is_second_blank =
            lines[i].empty() && block.empty() && !shown_indices.empty() && lines[shown_indices.back()].empty();
        if (!is_second_blank) block.push_back(i);
        in_class = in_class || lines[i].starts_with("class ") || lines[i].starts_with("struct ");
        if (in_class ? lines[i] != "};" : !lines[i].empty()) continue;
        if (!in_class || std::ranges::any_of(block, was_executed))
            shown_indices.insert(shown_indices.end(), block.begin(), block.end());
        block.clear();
        in_class = false;
    }
    shown_indices.insert(shown_indices.end(), block.begin(), block.end());
    return shown_indices;
}

void draw_pseudocode(const Context& c, const std::array<lab::PseudocodeLine, 6>& pseudocode)
{
    for (const lab::PseudocodeLine& line : pseudocode)
    {
        const ImVec2 cursor = ImGui::GetCursorScreenPos();
        CodePen pen{c, cursor.x + 8 * c.scale, cursor.x + ImGui::GetContentRegionAvail().x};
        pen.write(line.code, c.theme.ink);
        if (!line.value.empty()) pen.write("   " + line.value, draw::mix(c.theme.accent, c.theme.ink, 0.25F));
        ImGui::Dummy({1, pen.height() - ImGui::GetStyle().ItemSpacing.y});
        c.log.push_back(
            {fmt::format("code.idea.{}", &line - pseudocode.data() + 1), {}, line.code + ": " + line.value});
    }
}

void draw_source(const Context& c, const std::vector<ShownFile>& files,
                 const std::array<lab::PseudocodeLine, 6>& pseudocode)
{
    const float pseudocode_width = 400 * c.scale;
    const bool is_wide           = ImGui::GetContentRegionAvail().x > pseudocode_width + 900 * c.scale;
    c.log.push_back({"code.file", {}, files.front().path});
    ImGui::PushFont(mono_font());
    if (is_wide)
    {
        ImGui::BeginChild("idea", {pseudocode_width, 0});
        draw_pseudocode(c, pseudocode);
        ImGui::EndChild();
        ImGui::SameLine();
    }
    ImGui::BeginChild("source");
    if (!is_wide) draw_pseudocode(c, pseudocode);
    if (std::exchange(c.state.code_page.first_file_path, files.front().path) != files.front().path)
        ImGui::SetScrollY(0);
    for (const ShownFile& file : files)
    {
        ImGui::TextColored(to_imvec4(c.theme.quiet), "// timestep/%s", file.path.c_str());
        bool in_comment  = false;
        const auto lines = source_trace::source_lines_if_embedded(file.path);
        for (const std::size_t line_index : shown_line_indices(lines, file.trace))
            draw_source_line(c, line_index, source_trace::syntax_tokens(lines[line_index], in_comment), file.trace);
    }
    ImGui::EndChild();
    ImGui::PopFont();
}

void start_new_row_if_full(const Context& c, const std::string& label)
{
    const float width = width_of(label) + 26 * c.scale;
    if (ImGui::GetCursorPosX() + width > ImGui::GetContentRegionMax().x) ImGui::NewLine();
}

std::vector<std::string> changed_loop_parameters(const lab::Settings& settings)
{
    constexpr std::array<std::string_view, 4> axis_prefixes{"filter.", "stepper.", "overload.", "pacer."};
    std::vector<std::string> changes;
    for (const lab::Change& change : lab::differences(settings))
    {
        const bool is_axis = change.key.starts_with("loop.") && change.key != "loop.preset" && change.key != "loop.hz";
        if (is_axis) changes.push_back(fmt::format("{}={}", change.key.substr(5), change.value));
        if (std::ranges::any_of(axis_prefixes, [&](auto prefix) { return change.key.starts_with(prefix); }))
            changes.push_back(fmt::format("{}={}", change.key, change.value));
    }
    return changes;
}

// The code that `timestep_lab export` prints; if the loop cannot be exported, a code comment with the reason.
exporter::Code generate_export(const lab::Settings& settings, exporter::Language language)
{
    const timestep::Loop loop = make_loop(settings.loop);
    if (const auto reason = exporter::refusal_reason(loop, language)) return {.lines = {{.comment = "// " + *reason}}};
    exporter::Options options = exporter::export_options(catalogue::preset_of(settings.loop.preset), loop,
                                                         changed_loop_parameters(settings), TIMESTEP_VERSION);
    options.language          = language;
    return exporter::export_loop(loop, options);
}

void draw_language_tabs(const Context& c)
{
    CodePage& page = c.state.code_page;
    if (draw_tab_button(c, {"The idea, and the code",
                            "The loop as six lines of pseudocode, and the C++ source code that runs.",
                            !page.export_language}))
        page.export_language = std::nullopt;
    ImGui::SameLine(0, 4 * c.scale);
    for (const exporter::LanguageRow& language : exporter::all_languages)
    {
        const std::string label =
            language.id == exporter::Language::cpp
                ? std::string{"C++ for my game"}
                : std::string{language.title.substr(0, language.title.find_first_of(" 0123456789,"))};
        // Tabs of other languages than C++ appear only after a click on "C++ for my game".
        if (language.id != exporter::Language::cpp && !page.export_language) break;
        start_new_row_if_full(c, label);
        const std::string tip = fmt::format("The chosen loop as one file without dependencies, in {}.", language.title);
        if (draw_tab_button(c, {label.c_str(), tip.c_str(), page.export_language == language.id}))
            page.export_language = language.id;
        ImGui::SameLine(0, 4 * c.scale);
    }
}

std::vector<SyntaxToken> exported_line_tokens(const exporter::CodeLine& line)
{
    bool in_comment                 = false;
    std::vector<SyntaxToken> tokens = source_trace::syntax_tokens(line.code, in_comment);
    if (!line.comment.empty()) tokens.push_back({SyntaxKind::comment, line.comment});
    return tokens;
}

void draw_exported_file(const Context& c, const exporter::Code& code)
{
    if (draw_button("Copy", "Copies the whole file to the clipboard.", c.log, 64 * c.scale))
    {
        ImGui::SetClipboardText(code.text().c_str());
        c.lab.requests.emplace_back(lab::request::Notice{fmt::format("copied {} lines", code.lines.size())});
    }
    c.log.push_back({"code.file", {}, "exported"});
    ImGui::PushFont(mono_font());
    ImGui::BeginChild("source");
    for (std::size_t i = 0; i < code.lines.size(); ++i)
        draw_source_line(c, i, exported_line_tokens(code.lines[i]), nullptr);
    ImGui::EndChild();
    ImGui::PopFont();
}

// The inputs from which the selected loop planned the steps of the shown frame. This is the newest frame or, if the
// display is stopped, the frame of that time. Null if they are no longer stored.
const lab::PlanInputs* shown_decision(const lab::Lab& lab)
{
    const lab::Lane& lane = lab.lane();
    if (lane.samples().empty()) return nullptr;
    return lane.newest_plan_inputs_up_to(lab.frozen_at() ? lane.newest_moment_begun_by(*lab.frozen_at()).sample.frame
                                                         : lane.samples().back().frame);
}

} // namespace

void open_cpp_export_page(const Context& c)
{
    c.lab.settings.view.shows_panels     = true;
    c.lab.settings.view.panel_page       = lab::PanelPage::code;
    c.state.code_page.export_language    = exporter::Language::cpp;
    c.lab.settings.view.shows_all_panels = true;
}

void draw_traced_or_exported_code_page(const Context& c)
{
    const lab::PlanInputs* decision = shown_decision(c.lab);
    const lab::Settings& settings   = c.lab.lane_setup(c.lab.selected_lane_index()).settings;
    if (decision == nullptr)
    {
        draw_grey_text(settings.loop.has_own_thread
                           ? "A loop on its own thread does not choose its steps frame by frame."
                           : "The loop's steps in that frame are no longer stored.");
        return;
    }
    const source_trace::Trace trace   = source_trace::trace_frame(*decision->loop_before, decision->input);
    c.state.code_page.previous_values = values_by_key(c.lab.lane().newest_plan_inputs_up_to(decision->frame - 1));
    draw_language_tabs(c);
    if (const auto language = c.state.code_page.export_language)
    {
        CodePage& page = c.state.code_page; // generated again only after a change of the language or the loop
        const std::pair choice{*language, settings.loop};
        if (std::exchange(page.exported_choice, choice) != choice)
            page.exported_code = generate_export(settings, *language);
        draw_exported_file(c, page.exported_code);
        return;
    }
    ImGui::NewLine();
    const std::string preset_path = source_trace::preset_path(catalogue::preset_of(settings.loop.preset).name);
    draw_source(c, loop_files(trace, decision->loop_before->stepper, preset_path),
                lab::pseudocode_of(*decision, trace.plan));
}

} // namespace demo
