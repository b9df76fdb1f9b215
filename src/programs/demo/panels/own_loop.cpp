// The user's own loop: the languages in which it can be begun, and the page "Code" while it runs.
#include "base/line_program.hpp"
#include "base/text.hpp"
#include "base/unsupported_reasons.hpp"
#include "embedded/loop_go.hpp"
#include "embedded/loop_py.hpp"
#include "embedded/page_js.hpp"
#include "programs/demo/panels/panels.hpp"
#include "timestep/loop.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace demo
{

namespace
{

struct OwnLoopLanguage
{
    const char* label;
    const char* extension; // of a file
    std::vector<std::string> command; // in a shell command, $0 is the file
    std::optional<exporter::Language> exported; // empty: the file is `example`, the loop interpolated
    std::string_view example{};
};

std::vector<std::string> compiled_by(const std::string& compiler)
{
    return {"sh", "-c", compiler + " \"$0.run\" \"$0\" && exec \"$0.run\""};
}

const std::vector<OwnLoopLanguage>& own_loop_languages()
{
    using enum exporter::Language;
    static const std::vector<OwnLoopLanguage> languages_of_page{
        {"JavaScript", "js", {"loop"}, std::nullopt, embedded::page_js}, {"Chosen loop", "js", {"loop"}, js}};
    static const std::vector<OwnLoopLanguage> languages{
        {"Python", "py", {"python3"}, std::nullopt, embedded::loop_py},
        {"JavaScript", "js", {"node"}, js},
        {"Lua", "lua", {"lua"}, lua},
        {"C", "c", compiled_by("cc -O2 -o"), c},
        {"C++", "cpp", compiled_by("c++ -std=c++17 -O2 -o"), cpp},
        {"C#", "cs", {"sh", "-c", "mcs -out:\"$0.run\" \"$0\" && exec mono \"$0.run\""}, csharp},
        {"Go", "go", {"go", "run"}, std::nullopt, embedded::loop_go},
        {"Rust", "rs", compiled_by("rustc --edition 2021 -O -o"), rust},
    };
    return base::runs_scripts_of_page ? languages_of_page : languages;
}

} // namespace

bool draw_own_loop_buttons(const PanelContext& context)
{
    constexpr int column_count = 4;
    draw_grey_text(base::runs_scripts_of_page ? "Your own loop ... edited on this page:"
                                              : "Your own loop ... in your editor, seen here after each save:");
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float width = (ImGui::GetContentRegionAvail().x - (column_count - 1) * gap) / column_count;
    const lab::LaneConfig config = context.settings.lane;
    const timestep::Loop loop = make_loop(config.loop);
    bool was_clicked = false;
    for (const OwnLoopLanguage& language : own_loop_languages())
    {
        if ((&language - own_loop_languages().data()) % column_count != 0) ImGui::SameLine();
        const auto rejection =
            language.exported ? exporter::export_rejection_reason(loop, *language.exported) : std::nullopt;
        const char* const disabled_reason = base::unsupported_reasons.programs != nullptr && !base::runs_scripts_of_page
                                                ? base::unsupported_reasons.programs
                                                : (rejection ? rejection->c_str() : nullptr);
        const std::string tooltip =
            base::runs_scripts_of_page
                ? fmt::format("Opens {} as JavaScript.", language.exported ? "the chosen loop" : "a short loop")
                : fmt::format("Writes {} as a program, and runs it by: {} FILE",
                              language.exported ? "the chosen loop" : "the loop interpolated",
                              fmt::join(language.command, " "));
        if (!draw_button(language.label, tooltip.c_str(), context.widget_log, width, disabled_reason)) continue;
        was_clicked = true;
        context.lab.requests.emplace_back(lab::request::EditOwnLoop{
            .extension = language.extension,
            .code = language.exported ? exporter::export_runner(loop, export_file_options(config, *language.exported))
                                      : std::string{language.example},
            .command = language.command});
    }
    return was_clicked;
}

void draw_own_loop_page(const PanelContext& context, const lab::ForeignLoop& loop)
{
    constexpr std::size_t max_shown_bytes = 4000;
    const std::string& file = context.lab.own_loop.file;
    const std::string output = loop.error_output();
    if (!file.empty())
        draw_paragraph(fmt::format("{}: edit and save it, and it starts again.", file), context.theme.text);
    context.widget_log.push_back({"code.file", {}, file});
    draw_paragraph(fmt::format("Command: {}", fmt::join(loop.command(), " ")), context.theme.dim_text);
    if (!loop.stop_reason().empty()) draw_paragraph("It has stopped: " + loop.stop_reason(), context.theme.alarm);
    if (output.empty()) return;
    draw_grey_text("It has printed on standard error, at last:");
    ImGui::PushFont(mono_font());
    ImGui::BeginChild("output");
    const std::string_view newest =
        std::string_view{output}.substr(output.size() - std::min(output.size(), max_shown_bytes));
    for (const std::string_view line : base::split(newest, "\n")) draw_paragraph(base::printable_excerpt(line, 400));
    log_last_item(context.widget_log, "code.output", output);
    ImGui::EndChild();
    ImGui::PopFont();
}

} // namespace demo
