// The page "Code": the running loop as six lines of pseudocode and as source, with the lines that ran in the last frame
// and the values that they set; or as an exported file.
#include "export/source_trace/highlight.hpp"
#include "export/source_trace/trace.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/settings/realised_loop.hpp"
#include "lab/settings/set_up.hpp"
#include "programs/demo/panels/panels.hpp"
#include "timestep/presets.hpp"
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

using source_trace::Piece;
using source_trace::SyntaxKind;

constexpr float lit_share = 0.13F; // share of the accent colour in the background of a line that ran, 0 to 1

draw::Colour hue_of(const draw::Theme& theme, SyntaxKind kind)
{
    switch (kind)
    {
    case SyntaxKind::comment: return draw::mix(theme.quiet, theme.panel, 0.12F);
    case SyntaxKind::keyword: return draw::mix(draw::rgb(0xcc79a7), theme.ink, 0.25F);
    case SyntaxKind::type: return draw::mix(draw::rgb(0x56b4e9), theme.ink, 0.30F);
    case SyntaxKind::number: return draw::mix(draw::rgb(0xe69f00), theme.ink, 0.25F);
    case SyntaxKind::text:
    case SyntaxKind::preprocessor: return draw::mix(draw::rgb(0x009e73), theme.ink, 0.35F);
    case SyntaxKind::plain: break;
    }
    return theme.ink;
}

using Inks = std::array<draw::Colour, source_trace::syntax_kind_count>;

// The text colour for each kind of syntax, legible on highlighted lines. `idle` colours are dimmed.
Inks inks_of(const draw::Theme& theme, bool idle)
{
    Inks inks;
    for (std::size_t kind = 0; kind < inks.size(); ++kind)
    {
        const draw::Colour hue = hue_of(theme, static_cast<SyntaxKind>(kind));
        const draw::Colour lit = draw::mix(theme.ground, theme.accent, lit_share);
        inks[kind]             = draw::legible(idle ? draw::mix(hue, theme.ground, 0.5F) : hue, lit, theme.ink);
    }
    return inks;
}

draw::Colour colour_of(const Context& c, SyntaxKind kind, bool idle = false)
{
    static const std::array<std::array<Inks, 2>, 2> all{{{inks_of(draw::dark, false), inks_of(draw::dark, true)},
                                                         {inks_of(draw::light, false), inks_of(draw::light, true)}}};
    return all[c.lab.settings.view.light ? 1 : 0][idle ? 1 : 0][static_cast<std::size_t>(kind)];
}

// Writes the pieces of a line of code from left to right. If the line is wider than the page "Code", continues in the
// next row.
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
        draw_text(*ImGui::GetWindowDrawList(), {x_, top_ + static_cast<float>(rows_ - 1) * row()}, text_colour, text);
        x_ += width;
    }

    float row() const { return ImGui::GetTextLineHeight() + 2 * c_.scale; }
    float height() const { return row() * static_cast<float>(rows_); }

private:
    const Context& c_;
    float left_, right_, x_, top_;
    int rows_ = 1;
};

// True if the value has changed since the previous frame. Such values are drawn brighter.
bool changed(const CodePage& open, const std::string& key, const std::string& text)
{
    const auto before = open.previous_values.find(key);
    return before == open.previous_values.end() || before->second != text;
}

std::string key_of(std::string_view path, std::size_t line, std::string_view name)
{
    return fmt::format("{}:{}:{}", path, line, name);
}

std::map<std::string, std::string> values_of(const lab::Decision* decision)
{
    std::map<std::string, std::string> values;
    if (decision == nullptr) return values;
    for (const source_trace::FileTrace& file : source_trace::trace_frame(decision->before, decision->in).files)
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            for (const source_trace::Value& value : file.lines[i].values)
                values[key_of(file.path, i, value.name)] = value.text;
    return values;
}

void write_values(const Context& c, CodePen& pen, const source_trace::FileTrace& file, std::size_t i)
{
    const source_trace::LineTrace& line = file.lines[i];
    if (line.hits == 0) return;
    if (line.hits > 1) pen.write(fmt::format("   {} times", line.hits), c.theme.quiet);
    if (line.condition)
        pen.write(*line.condition ? "   yes" : "   no", *line.condition ? c.theme.accent : c.theme.quiet);
    const auto is_field   = [](const source_trace::Value& value) { return value.name.starts_with('.'); };
    const bool one_a_line = std::ranges::count_if(line.values, is_field) == 1;
    for (const source_trace::Value& value : line.values)
    {
        const bool bright = changed(c.state.code, key_of(file.path, i, value.name), value.text);
        const bool named  = is_field(value) && one_a_line;
        std::string name  = named ? "= " : value.name + " = ";
        if (value.name.empty()) name = "returns ";
        pen.write(fmt::format("   {}{}", name, value.text),
                  bright ? draw::mix(c.theme.accent, c.theme.ink, 0.25F) : c.theme.quiet);
    }
}

// A line that ran is highlighted; code that did not run is dimmed.
void source_line(const Context& c, std::size_t number, const std::vector<Piece>& pieces,
                 const source_trace::FileTrace* file)
{
    const auto* about     = file != nullptr ? &file->lines[number] : nullptr;
    const bool lit        = about != nullptr && about->hits > 0;
    const bool idle       = about != nullptr && about->is_code && !lit;
    const ImVec2 at       = ImGui::GetCursorScreenPos();
    const float width     = ImGui::GetContentRegionAvail().x;
    const float gutter    = 46 * c.scale;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.ChannelsSplit(2);
    draw_list.ChannelsSetCurrent(1);
    const std::string digits = fmt::format("{:4}", number + 1);
    draw_text(draw_list, {at.x, at.y}, c.theme.quiet, digits);
    CodePen pen{c, at.x + gutter, at.x + width};
    for (const Piece& piece : pieces) pen.write(piece.text, colour_of(c, piece.kind, idle));
    if (about != nullptr) write_values(c, pen, *file, number);
    draw_list.ChannelsSetCurrent(0);
    if (lit)
    {
        draw_list.AddRectFilled({at.x + gutter - 8 * c.scale, at.y - c.scale},
                                {at.x + width, at.y + pen.height() - c.scale},
                                to_imu32(draw::mix(c.theme.ground, c.theme.accent, lit_share)));
        draw_list.AddRectFilled({at.x + gutter - 8 * c.scale, at.y - c.scale},
                                {at.x + gutter - 5 * c.scale, at.y + pen.height() - c.scale}, to_imu32(c.theme.accent));
    }
    draw_list.ChannelsMerge();
    ImGui::Dummy({width, pen.height() - ImGui::GetStyle().ItemSpacing.y});
}

// A source file below src/timestep; `trace` is null if none of its lines ran in the frame.
struct ShownFile
{
    std::string path;
    const source_trace::FileTrace* trace = nullptr;
};

// The path of the header that defines the loop's stepper.
std::string_view stepper_of(const source_trace::Trace& trace, const timestep::LoopStepper& stepper)
{
    const std::string name = fmt::format("name = \"{}\";", stepper.name());
    for (const source_trace::FileTrace& file : trace.files)
        for (const std::string_view line : source_trace::source_lines(file.path))
            if (line.find(name) != line.npos) return file.path;
    return trace.files.front().path;
}

// All files of the running loop: the files whose lines ran, beginning with the stepper, then the loop's preset.
std::vector<ShownFile> files_of(const source_trace::Trace& trace, const timestep::LoopStepper& stepper,
                                const std::string& preset)
{
    const std::string_view first = stepper_of(trace, stepper);
    std::vector<ShownFile> files;
    for (const bool is_first : {true, false})
        for (const source_trace::FileTrace& file : trace.files)
            if ((file.path == first) == is_first && !source_trace::source_lines(file.path).empty())
                files.push_back({std::string{file.path}, &file});
    const auto is_preset = [&](const ShownFile& file) { return file.path == preset; };
    if (!source_trace::source_lines(preset).empty() && std::ranges::none_of(files, is_preset))
        files.push_back({preset});
    return files;
}

// Leaves out the classes of a header in which no line ran, with the comments above them.
std::vector<std::size_t> shown_lines(const std::vector<std::string_view>& lines, const source_trace::FileTrace* trace)
{
    const auto ran = [&](std::size_t line) { return trace != nullptr && trace->lines[line].hits > 0; };
    std::vector<std::size_t> shown, block;
    bool is_class = false;
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        const bool is_second_blank = lines[i].empty() && block.empty() && !shown.empty() && lines[shown.back()].empty();
        if (!is_second_blank) block.push_back(i);
        is_class = is_class || lines[i].starts_with("class ") || lines[i].starts_with("struct ");
        if (is_class ? lines[i] != "};" : !lines[i].empty()) continue;
        if (!is_class || std::ranges::any_of(block, ran)) shown.insert(shown.end(), block.begin(), block.end());
        block.clear();
        is_class = false;
    }
    shown.insert(shown.end(), block.begin(), block.end());
    return shown;
}

void show_idea(const Context& c, const std::array<lab::IdeaLine, 6>& idea)
{
    for (const lab::IdeaLine& line : idea)
    {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        CodePen pen{c, at.x + 8 * c.scale, at.x + ImGui::GetContentRegionAvail().x};
        pen.write(line.code, c.theme.ink);
        if (!line.value.empty()) pen.write("   " + line.value, draw::mix(c.theme.accent, c.theme.ink, 0.25F));
        ImGui::Dummy({1, pen.height() - ImGui::GetStyle().ItemSpacing.y});
        c.log.push_back({fmt::format("code.idea.{}", &line - idea.data() + 1), {}, line.code + ": " + line.value});
    }
}

// If the page is wide enough, the pseudocode is to the left of the files, otherwise above them.
void show_source(const Context& c, const std::vector<ShownFile>& files, const std::array<lab::IdeaLine, 6>& idea)
{
    const float left = 400 * c.scale;
    const bool wide  = ImGui::GetContentRegionAvail().x > left + 900 * c.scale;
    c.log.push_back({"code.file", {}, files.front().path});
    ImGui::PushFont(mono_font());
    if (wide)
    {
        ImGui::BeginChild("idea", {left, 0});
        show_idea(c, idea);
        ImGui::EndChild();
        ImGui::SameLine();
    }
    ImGui::BeginChild("source");
    if (!wide) show_idea(c, idea);
    if (std::exchange(c.state.code.first_file_path, files.front().path) != files.front().path) ImGui::SetScrollY(0);
    for (const ShownFile& file : files)
    {
        ImGui::TextColored(to_imvec4(c.theme.quiet), "// timestep/%s", file.path.c_str());
        bool in_comment  = false;
        const auto lines = source_trace::source_lines(file.path);
        for (const std::size_t i : shown_lines(lines, file.trace))
            source_line(c, i, source_trace::syntax_pieces(lines[i], in_comment), file.trace);
    }
    ImGui::EndChild();
    ImGui::PopFont();
}

void new_line_if_full(const Context& c, const std::string& label)
{
    const float width = width_of(label) + 26 * c.scale;
    if (ImGui::GetCursorPosX() + width > ImGui::GetContentRegionMax().x) ImGui::NewLine();
}

std::vector<std::string> changes_of(const lab::Settings& settings)
{
    constexpr std::array<std::string_view, 4> axes{"filter.", "stepper.", "overload.", "pacer."};
    std::vector<std::string> changes;
    for (const lab::Change& change : lab::differences(settings))
    {
        const bool axis = change.key.starts_with("loop.") && change.key != "loop.preset" && change.key != "loop.hz";
        if (axis) changes.push_back(fmt::format("{}={}", change.key.substr(5), change.value));
        if (std::ranges::any_of(axes, [&](auto of) { return change.key.starts_with(of); }))
            changes.push_back(fmt::format("{}={}", change.key, change.value));
    }
    return changes;
}

// The output of `timestep_lab export`; a comment line with the reason if the loop cannot be exported.
exporter::Code exported_code(const lab::Settings& settings, exporter::Language language)
{
    const timestep::Loop loop = realised(settings.loop);
    if (const auto why = exporter::refusal_reason(loop, language)) return {.lines = {{.comment = "// " + *why}}};
    exporter::Options file =
        exporter::export_options(preset_of(settings.loop.preset), loop, changes_of(settings), TIMESTEP_VERSION);
    file.language = language;
    return exporter::export_loop(loop, file);
}

void language_tabs(const Context& c)
{
    CodePage& open = c.state.code;
    if (draw_tab(c,
                 {"The idea, and the code",
                  "The idea of the loop in six lines, and its source code as it was compiled.", !open.export_language}))
        open.export_language = std::nullopt;
    ImGui::SameLine(0, 4 * c.scale);
    for (const exporter::LanguageRow& row : exporter::all_languages)
    {
        const std::string label = row.id == exporter::Language::cpp
                                      ? std::string{"C++ for my game"}
                                      : std::string{row.title.substr(0, row.title.find_first_of(" 0123456789,"))};
        // The tabs of languages other than C++ appear after the user has pressed the tab "C++ for my game".
        if (row.id != exporter::Language::cpp && !open.export_language) break;
        new_line_if_full(c, label);
        const std::string tip = fmt::format("The chosen loop as one file without dependencies, in {}.", row.title);
        if (draw_tab(c, {label.c_str(), tip.c_str(), open.export_language == row.id})) open.export_language = row.id;
        ImGui::SameLine(0, 4 * c.scale);
    }
}

std::vector<Piece> pieces_of(const exporter::CodeLine& line)
{
    bool in_comment           = false;
    std::vector<Piece> pieces = source_trace::syntax_pieces(line.code, in_comment);
    if (!line.comment.empty()) pieces.push_back({SyntaxKind::comment, line.comment});
    return pieces;
}

void show_exported(const Context& c, const exporter::Code& code)
{
    if (draw_button("Copy", "Copies the whole file to the clipboard.", c.log, 64 * c.scale))
    {
        ImGui::SetClipboardText(code.text().c_str());
        c.lab.requests.emplace_back(lab::request::Notice{fmt::format("copied {} lines", code.lines.size())});
    }
    c.log.push_back({"code.file", {}, "exported"});
    ImGui::PushFont(mono_font());
    ImGui::BeginChild("source");
    for (std::size_t i = 0; i < code.lines.size(); ++i) source_line(c, i, pieces_of(code.lines[i]), nullptr);
    ImGui::EndChild();
    ImGui::PopFont();
}

// The decision in the frozen or newest frame; null if it is no longer stored.
const lab::Decision* shown_decision(const lab::Lab& lab)
{
    const lab::Lane& lane = lab.lane();
    if (lane.samples().empty()) return nullptr;
    return lane.decision(lab.frozen() ? lane.moment_at(*lab.frozen()).sample.frame : lane.samples().back().frame);
}

} // namespace

void show_code_for_my_game(const Context& c)
{
    c.lab.settings.view.panels   = true;
    c.lab.settings.view.dock     = lab::Dock::code;
    c.state.code.export_language = exporter::Language::cpp;
    c.lab.settings.view.more     = true;
}

void draw_code_page(const Context& c)
{
    const lab::Decision* decision = shown_decision(c.lab);
    const lab::Settings& settings = c.lab.setup(c.lab.selected()).settings;
    if (decision == nullptr)
    {
        draw_grey_text(settings.loop.async ? "A loop on its own thread makes no decision per frame."
                                           : "The loop's decision in that frame is no longer stored.");
        return;
    }
    const source_trace::Trace trace = source_trace::trace_frame(decision->before, decision->in);
    c.state.code.previous_values    = values_of(c.lab.lane().decision(decision->frame - 1));
    language_tabs(c);
    if (const auto language = c.state.code.export_language)
    {
        CodePage& page        = c.state.code; // the file is written again only after a setting has changed
        const std::string now = fmt::format("{} {} {}", static_cast<int>(*language),
                                            preset_of(settings.loop.preset).name, lab::command_line(settings));
        if (std::exchange(page.exported_settings, now) != now) page.exported_code = exported_code(settings, *language);
        show_exported(c, page.exported_code);
        return;
    }
    ImGui::NewLine();
    const std::string preset = source_trace::preset_path(preset_of(settings.loop.preset).name);
    show_source(c, files_of(trace, decision->before.stepper, preset), lab::idea_of(*decision, trace.plan));
}

} // namespace demo
