// The page "Code": the running loop as pseudocode and as source code with its values, or as an exported file.
#include "catalogue/presets.hpp"
#include "export/source_trace/highlight.hpp"
#include "export/source_trace/trace.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/settings/assignments.hpp"
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
    case SyntaxKind::comment: return draw::mix(theme.dim_text, theme.panel_background, 0.12F);
    case SyntaxKind::keyword: return draw::mix(draw::rgb(0xcc79a7), theme.text, 0.25F);
    case SyntaxKind::type: return draw::mix(draw::rgb(0x56b4e9), theme.text, 0.30F);
    case SyntaxKind::number: return draw::mix(draw::rgb(0xe69f00), theme.text, 0.25F);
    case SyntaxKind::literal:
    case SyntaxKind::preprocessor: return draw::mix(draw::rgb(0x009e73), theme.text, 0.35F);
    case SyntaxKind::plain: break;
    }
    return theme.text;
}

using SyntaxColours = std::array<draw::Colour, source_trace::syntax_kind_count>;

// Text colours by kind of syntax, legible also on highlighted lines. If `is_dimmed`, mixes them with the background.
SyntaxColours syntax_colours(const draw::Theme& theme, bool is_dimmed)
{
    SyntaxColours colours;
    for (std::size_t kind = 0; kind < colours.size(); ++kind)
    {
        const draw::Colour base_colour = base_syntax_colour(theme, static_cast<SyntaxKind>(kind));
        const draw::Colour highlight = draw::mix(theme.background, theme.accent, highlight_opacity);
        colours[kind] = draw::legible_colour(is_dimmed ? draw::mix(base_colour, theme.background, 0.5F) : base_colour,
                                             highlight, theme.text);
    }
    return colours;
}

draw::Colour syntax_colour(const PanelContext& context, SyntaxKind kind, bool is_dimmed = false)
{
    static const std::array<std::array<SyntaxColours, 2>, 2> colours{
        {{syntax_colours(draw::dark_theme, false), syntax_colours(draw::dark_theme, true)},
         {syntax_colours(draw::light_theme, false), syntax_colours(draw::light_theme, true)}}};
    return colours[context.settings.view.uses_light_theme ? 1 : 0][is_dimmed ? 1 : 0][static_cast<std::size_t>(kind)];
}

void write_code(TextFlow& flow, std::string_view text, draw::Colour colour)
{
    if (text.find_first_not_of(' ') != text.npos) flow.wrap_line(text);
    flow.write(text, colour);
}

std::string value_key(std::string_view path, std::size_t line, std::string_view name)
{
    return fmt::format("{}:{}:{}", path, line, name);
}

std::map<std::string, std::string> traced_values_by_key(const lab::PlanInputs* plan_inputs)
{
    std::map<std::string, std::string> values_by_key;
    if (plan_inputs == nullptr) return values_by_key;
    for (const source_trace::FileTrace& file :
         source_trace::trace_frame(*plan_inputs->loop_before, plan_inputs->input).files)
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            for (const source_trace::VariableValue& value : file.lines[i].values)
                values_by_key[value_key(file.path, i, value.name)] = value.text;
    return values_by_key;
}

void draw_line_values(const PanelContext& context, TextFlow& flow, const source_trace::FileTrace& file_trace,
                      std::size_t line_index)
{
    const source_trace::LineTrace& line = file_trace.lines[line_index];
    if (line.execution_count == 0) return;
    if (line.execution_count > 1)
        write_code(flow, fmt::format("   {} times", line.execution_count), context.theme.dim_text);
    if (line.condition_result)
        write_code(flow, *line.condition_result ? "   yes" : "   no",
                   *line.condition_result ? context.theme.accent : context.theme.dim_text);
    const auto is_field = [](const source_trace::VariableValue& value) { return value.name.starts_with('.'); };
    const bool has_one_field = std::ranges::count_if(line.values, is_field) == 1;
    const auto& previous_values = context.panel_state.code_page.previous_values;
    for (const source_trace::VariableValue& value : line.values)
    {
        const auto previous_value = previous_values.find(value_key(file_trace.path, line_index, value.name));
        const bool has_changed = previous_value == previous_values.end() || previous_value->second != value.text;
        const bool is_unnamed_field = is_field(value) && has_one_field;
        std::string label = is_unnamed_field ? "= " : value.name + " = ";
        if (value.name.empty()) label = "returns ";
        write_code(flow, fmt::format("   {}{}", label, value.text),
                   has_changed ? draw::mix(context.theme.accent, context.theme.text, 0.25F) : context.theme.dim_text);
    }
}

void draw_source_line(const PanelContext& context, std::size_t line_index, const std::vector<SyntaxToken>& tokens,
                      const source_trace::FileTrace* file_trace)
{
    const auto* line_trace = file_trace != nullptr ? &file_trace->lines[line_index] : nullptr;
    const bool is_highlighted = line_trace != nullptr && line_trace->execution_count > 0;
    const bool is_dimmed = line_trace != nullptr && line_trace->is_code && !is_highlighted;
    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float gutter_width = 46 * context.scale;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.ChannelsSplit(2);
    draw_list.ChannelsSetCurrent(1);
    const std::string line_number = fmt::format("{:4}", line_index + 1);
    draw_text(draw_list, {cursor.x, cursor.y}, context.theme.dim_text, line_number);
    TextFlow flow{cursor.x + gutter_width, cursor.x + width, 2 * context.scale, 32 * context.scale};
    for (const SyntaxToken& token : tokens) write_code(flow, token.text, syntax_colour(context, token.kind, is_dimmed));
    if (line_trace != nullptr) draw_line_values(context, flow, *file_trace, line_index);
    draw_list.ChannelsSetCurrent(0);
    if (is_highlighted)
    {
        draw_list.AddRectFilled({cursor.x + gutter_width - 8 * context.scale, cursor.y - context.scale},
                                {cursor.x + width, cursor.y + flow.height() - context.scale},
                                to_imu32(draw::mix(context.theme.background, context.theme.accent, highlight_opacity)));
        draw_list.AddRectFilled({cursor.x + gutter_width - 8 * context.scale, cursor.y - context.scale},
                                {cursor.x + gutter_width - 5 * context.scale, cursor.y + flow.height() - context.scale},
                                to_imu32(context.theme.accent));
    }
    draw_list.ChannelsMerge();
    ImGui::Dummy({width, flow.height() - ImGui::GetStyle().ItemSpacing.y});
}

// A source file on the page. `trace` says how often each line ran in the shown frame; null if no line ran.
struct ShownFile
{
    std::string path; // relative to src/timestep/
    const source_trace::FileTrace* trace = nullptr;
};

std::string_view stepper_source_path(const source_trace::FrameTrace& trace, const timestep::LoopStepper& stepper)
{
    const std::string name_value = fmt::format("= \"{}\";", stepper.name());
    for (const source_trace::FileTrace& file : trace.files)
        for (const std::string_view line : source_trace::embedded_source_lines(file.path))
            if (line.find(" name ") != line.npos && line.ends_with(name_value)) return file.path;
    return trace.files.front().path;
}

std::vector<ShownFile> loop_files(const source_trace::FrameTrace& trace, const timestep::LoopStepper& stepper,
                                  const std::string& preset_header_path)
{
    const std::string_view stepper_path = stepper_source_path(trace, stepper);
    std::vector<ShownFile> files;
    for (const source_trace::FileTrace& file : trace.files)
        if (!source_trace::embedded_source_lines(file.path).empty()) files.push_back({std::string{file.path}, &file});
    std::stable_partition(files.begin(), files.end(), [&](const ShownFile& f) { return f.path == stepper_path; });
    const auto is_preset = [&](const ShownFile& file) { return file.path == preset_header_path; };
    if (!source_trace::embedded_source_lines(preset_header_path).empty() && std::ranges::none_of(files, is_preset))
        files.push_back({preset_header_path});
    return files;
}

// Indices into `lines`, which are C++ code. Leaves out each class in which no line was executed, the licence, and the
// lines of the preprocessor.
std::vector<std::size_t> shown_line_indices(const std::vector<std::string_view>& lines,
                                            const source_trace::FileTrace* trace)
{
    const auto was_executed = [&](std::size_t line_index)
    { return trace != nullptr && trace->lines[line_index].execution_count > 0; };
    std::vector<std::size_t> shown_indices, block;
    bool in_class = false;
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        if (lines[i].starts_with('#') || lines[i].starts_with("// SPDX")) continue;
        const bool is_second_blank =
            lines[i].empty() && block.empty() && !shown_indices.empty() && lines[shown_indices.back()].empty();
        if (!is_second_blank) block.push_back(i);
        in_class = in_class || lines[i].starts_with("class ") || lines[i].starts_with("struct ");
        const bool ends_block = in_class ? lines[i] == "};" : lines[i].empty();
        if (!ends_block) continue;
        if (!in_class || std::ranges::any_of(block, was_executed))
            shown_indices.insert(shown_indices.end(), block.begin(), block.end());
        block.clear();
        in_class = false;
    }
    shown_indices.insert(shown_indices.end(), block.begin(), block.end());
    return shown_indices;
}

void draw_pseudocode(const PanelContext& context, const std::array<lab::PseudocodeLine, 6>& pseudocode)
{
    for (const lab::PseudocodeLine& line : pseudocode)
    {
        const ImVec2 cursor = ImGui::GetCursorScreenPos();
        TextFlow flow{cursor.x + 8 * context.scale, cursor.x + ImGui::GetContentRegionAvail().x, 2 * context.scale,
                      32 * context.scale};
        write_code(flow, line.code, context.theme.text);
        if (!line.result.empty())
            write_code(flow, "   " + line.result, draw::mix(context.theme.accent, context.theme.text, 0.25F));
        ImGui::Dummy({1, flow.height() - ImGui::GetStyle().ItemSpacing.y});
        context.widget_log.push_back(
            {fmt::format("code.idea.{}", &line - pseudocode.data() + 1), {}, line.code + ": " + line.result});
    }
}

void draw_running_code(const PanelContext& context, const std::vector<ShownFile>& files,
                       const std::array<lab::PseudocodeLine, 6>& pseudocode)
{
    const float pseudocode_width = 400 * context.scale;
    const bool is_wide = ImGui::GetContentRegionAvail().x > pseudocode_width + 900 * context.scale;
    context.widget_log.push_back({"code.file", {}, files.front().path});
    ImGui::PushFont(mono_font());
    if (is_wide)
    {
        ImGui::BeginChild("idea", {pseudocode_width, 0});
        draw_pseudocode(context, pseudocode);
        ImGui::EndChild();
        ImGui::SameLine();
    }
    ImGui::BeginChild("source");
    if (!is_wide) draw_pseudocode(context, pseudocode);
    if (std::exchange(context.panel_state.code_page.first_file_path, files.front().path) != files.front().path)
        ImGui::SetScrollY(0);
    for (const ShownFile& file : files)
    {
        ImGui::TextColored(to_imvec4(context.theme.dim_text), "// timestep/%s", file.path.c_str());
        bool in_comment = false;
        const auto lines = source_trace::embedded_source_lines(file.path);
        for (const std::size_t line_index : shown_line_indices(lines, file.trace))
            draw_source_line(context, line_index, source_trace::split_into_syntax_tokens(lines[line_index], in_comment),
                             file.trace);
    }
    ImGui::EndChild();
    ImGui::PopFont();
}

std::vector<std::string> changed_loop_parameters(const lab::Settings& settings)
{
    constexpr std::array<std::string_view, 4> loop_part_prefixes{"filter.", "stepper.", "overload.", "pacer."};
    std::vector<std::string> changes;
    for (const lab::Assignment& change : lab::differences_from_baseline(settings))
    {
        const bool is_loop_part =
            change.key.starts_with("loop.") && change.key != "loop.preset" && change.key != "loop.hz";
        if (is_loop_part) changes.push_back(fmt::format("{}={}", change.key.substr(5), change.value));
        if (std::ranges::any_of(loop_part_prefixes, [&](auto prefix) { return change.key.starts_with(prefix); }))
            changes.push_back(fmt::format("{}={}", change.key, change.value));
    }
    return changes;
}

} // namespace

exporter::FileOptions export_file_options(const lab::LaneConfig& config, exporter::Language language)
{
    exporter::FileOptions options =
        exporter::make_file_options(catalogue::preset_of(config.loop.preset), make_loop(config.loop),
                                    changed_loop_parameters({.lane = config}), TIMESTEP_VERSION);
    options.language = language;
    return options;
}

namespace
{

// The code that `timestep_lab export` prints; if the loop cannot be exported, a code comment with the reason.
exporter::SourceCode generate_export(const lab::LaneConfig& config, exporter::Language language)
{
    const timestep::Loop loop = make_loop(config.loop);
    if (const auto reason = exporter::export_rejection_reason(loop, language))
        return {.lines = {{.comment = "// " + *reason}}};
    return exporter::export_loop(loop, export_file_options(config, language));
}

void draw_language_tabs(const PanelContext& context)
{
    CodePageState& page = context.panel_state.code_page;
    if (draw_flat_button(context, {"The idea, and the code",
                                   "The loop as six lines of pseudocode, and the C++ source code that runs.",
                                   !page.export_language}))
        page.export_language = std::nullopt;
    ImGui::SameLine(0, 4 * context.scale);
    for (const exporter::LanguageInfo& language : exporter::all_languages)
    {
        const std::string label =
            language.id == exporter::Language::cpp
                ? std::string{"C++ for my game"}
                : std::string{language.title.substr(0, language.title.find_first_of(" 0123456789,"))};
        // C++ is the first language. The buttons of the other languages appear only while exported code is shown.
        if (language.id != exporter::Language::cpp && !page.export_language) break;
        const float width = scaled_width_in_points(label) + 26 * context.scale;
        if (ImGui::GetCursorPosX() + width > ImGui::GetContentRegionMax().x) ImGui::NewLine(); // the row is full
        const std::string tooltip =
            fmt::format("The chosen loop as one file without dependencies, in {}.", language.title);
        if (draw_flat_button(context, {label.c_str(), tooltip.c_str(), page.export_language == language.id}))
            page.export_language = language.id;
        ImGui::SameLine(0, 4 * context.scale);
    }
}

void draw_exported_file(const PanelContext& context, const exporter::SourceCode& code)
{
    if (draw_button("Copy", "Copies the whole file to the clipboard.", context.widget_log, 64 * context.scale))
    {
        ImGui::SetClipboardText(code.text().c_str());
        context.lab.requests.emplace_back(lab::request::ShowNotice{fmt::format("copied {} lines", code.lines.size())});
    }
    context.widget_log.push_back({"code.file", {}, "exported"});
    ImGui::PushFont(mono_font());
    ImGui::BeginChild("source");
    for (std::size_t i = 0; i < code.lines.size(); ++i)
    {
        bool in_comment = false;
        auto tokens = source_trace::split_into_syntax_tokens(code.lines[i].code, in_comment);
        if (!code.lines[i].comment.empty()) tokens.push_back({SyntaxKind::comment, code.lines[i].comment});
        draw_source_line(context, i, tokens, nullptr);
    }
    ImGui::EndChild();
    ImGui::PopFont();
}

} // namespace

void open_cpp_export_page(const PanelContext& context)
{
    context.settings.view.shows_panels = true;
    context.settings.view.panel_page = lab::PanelPage::code;
    context.panel_state.code_page.export_language = exporter::Language::cpp;
    context.settings.view.shows_all_panels = true;
}

void draw_code_page(const PanelContext& context)
{
    if (const auto& own_loop = context.lab.lane().foreign_loop()) return draw_own_loop_page(context, *own_loop);
    const lab::Lane& lane = context.lab.lane();
    const lab::PlanInputs* plan_inputs = nullptr; // of the steps of the shown frame; null if they are not stored
    if (!lane.samples().empty())
        plan_inputs =
            lane.plan_inputs_at(context.lab.frozen_at() ? lane.moment_at(*context.lab.frozen_at()).sample.frame_number
                                                        : lane.samples().back().frame_number);
    const lab::LaneConfig& config = context.lab.experiment.lanes[context.lab.selected_lane_index()].setup().config;
    if (plan_inputs == nullptr)
    {
        draw_grey_text(config.loop.is_foreign ? "The replay has the answers of this loop; its program has its source."
                       : config.loop.wants_own_thread
                           ? "A loop on its own thread runs its steps in parallel to the frames, so this page cannot "
                             "show the steps of one frame."
                           : "The program no longer stores the steps that the loop ran in the shown frame.");
        return;
    }
    const source_trace::FrameTrace trace = source_trace::trace_frame(*plan_inputs->loop_before, plan_inputs->input);
    context.panel_state.code_page.previous_values =
        traced_values_by_key(lane.plan_inputs_at(plan_inputs->frame_number - 1));
    draw_language_tabs(context);
    if (const auto language = context.panel_state.code_page.export_language)
    {
        CodePageState& page = context.panel_state.code_page;
        const std::pair export_key{*language, config.loop};
        if (std::exchange(page.exported_key, export_key) != export_key)
            page.exported_code = generate_export(config, *language);
        draw_exported_file(context, page.exported_code);
        return;
    }
    ImGui::NewLine();
    const std::string preset_header_path =
        source_trace::preset_header_path(catalogue::preset_of(config.loop.preset).name);
    draw_running_code(context, loop_files(trace, plan_inputs->loop_before->stepper, preset_header_path),
                      lab::pseudocode_with_values(*plan_inputs, trace.plan));
}

} // namespace demo
