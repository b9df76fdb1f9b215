#include "export/exporter/exporter.hpp"

#include "base/text.hpp"
#include "catalogue/description.hpp"
#include "export/exporter/code_template.hpp"
#include "export/exporter/printer.hpp"
#include "timestep/build.hpp"

#include <fmt/core.h>

#include <map>
#include <stdexcept>

namespace exporter
{

namespace
{

void require_identifier(const std::string& name)
{
    if (to_identifier(name) != name) throw std::invalid_argument{fmt::format("'{}' is not an identifier", name)};
}

SourceCode generate(const Program& program, const FileProperties& properties)
{
    switch (properties.options.language)
    {
    case Language::cpp: return generate_cpp(program, properties);
    case Language::c: return generate_c(program, properties);
    case Language::csharp: return generate_csharp(program, properties);
    case Language::gdscript: return generate_gdscript(program, properties);
    case Language::rust: return generate_rust(program, properties);
    case Language::js:
    case Language::ts: return generate_js(program, properties);
    case Language::lua: return generate_lua(program, properties);
    }
    throw std::logic_error{"this language has no generator"};
}

// Returns five lines, one for each part of the loop (such as the stepper), with the name and the settings of the part.
std::string loop_parts_text(timestep::Loop loop)
{
    std::map<std::string_view, std::string> settings_of_part;
    const auto add_setting = [&](std::string_view part, const timestep::KnobRef& knob)
    {
        settings_of_part[part] +=
            fmt::format(", {} {:g}{}{}", knob.name, knob.get(), knob.unit.empty() ? "" : " ", knob.unit);
    };
    for_each_knob(loop, add_setting);

    const std::pair<std::string_view, std::string_view> names_of_parts[]{{"filter", loop.filter.name()},
                                                                         {"stepper", loop.stepper.name()},
                                                                         {"overload", loop.overload.name()},
                                                                         {"presentation", name_of(loop.presentation)},
                                                                         {"pacer", loop.pacer.name()}};
    std::string lines;
    for (const auto& [part, name] : names_of_parts)
        lines += fmt::format("    {:<13} {}{}\n", part, name, settings_of_part[part]);
    return lines;
}

bool draws_only_stepped_frames(const timestep::Loop& loop)
{
    return !loop.pacer.renders(timestep::StepPlan{.steps = 0}) && loop.pacer.renders(timestep::StepPlan{.steps = 1});
}

} // namespace

std::optional<std::string> export_rejection_reason(const timestep::Loop& loop, Language language)
{
    if (const timestep::LoopRejection rejection = timestep::check(loop))
        return fmt::format("{}{}{}: {}", rejection.part, rejection.knob.empty() ? "" : ".", rejection.knob,
                           rejection.reason);
    const timestep::ExactTimeUnit time_unit{loop.rate()};
    if (language_info_of(language).integer_bits == 53 &&
        (max_frame_time_units / time_unit.units_per_ns < 1'000'000'000 ||
         time_unit.units_per_step > max_frame_time_units))
        return fmt::format("at a rate of {}/{} Hz a frame of one second does not fit into 53 bits", loop.rate().num,
                           loop.rate().den);
    return std::nullopt;
}

std::string SourceCode::text() const
{
    std::string file_text;
    for (const CodeLine& line : lines) file_text.append(line.code).append(line.comment) += '\n';
    return file_text;
}

SourceCode export_game_part(const NonLoopGamePart& part, Language language, const std::string& name)
{
    require_identifier(name);
    const FileOptions options{.language = language, .name = name, .title = std::string{part.title}, .description = ""};
    const Program program = expand_non_loop_part_template(part.name);
    return generate(program, {.options = options, .full_description = std::string{part.description}});
}

SourceCode export_loop(const timestep::Loop& loop, const FileOptions& options)
{
    require_identifier(options.name);
    const Program program = expand_loop_template(loop, language_info_of(options.language).integer_bits);
    const FileProperties properties{.options          = options,
                                    .full_description = loop_parts_text(loop) +
                                                        (options.description.empty() ? "" : "\n" + options.description),
                                    .presentation              = loop.presentation,
                                    .wants_vsync               = loop.pacer.wants_vsync(),
                                    .draws_only_stepped_frames = draws_only_stepped_frames(loop)};
    return generate(program, properties);
}

// If `changes` is not empty, omits the preset's description, because it may be false for the changed loop.
FileOptions make_options_with_title_and_description(const timestep::Preset& preset, const timestep::Loop& loop,
                                                    std::span<const std::string> changes, std::string_view version)
{
    FileOptions options;
    options.title = preset.name;
    if (preset.has_rate) options.title += fmt::format(" at {:.6g} Hz", timestep::to_hertz(loop.rate()));
    for (const std::string& change : changes) options.title += ", " + change;
    if (changes.empty())
    {
        const catalogue::Description& description = catalogue::description_of(preset.name);
        options.description = fmt::format("Source: {}.\nPrice:  {}.\n", description.source, description.price);
        if (!description.deviations.empty()) options.description += fmt::format("Note:   {}\n", description.deviations);
        options.description += '\n';
    }
    options.description += fmt::format(
        "Written by timestep_lab {}. All times are whole nanoseconds unless a comment says otherwise.\n", version);
    return options;
}

std::string to_identifier(std::string_view file_stem)
{
    std::string name;
    for (const char c : file_stem) name += base::is_ascii_letter(c) || base::is_ascii_digit(c) ? c : '_';
    return name.empty() || base::is_ascii_digit(name.front()) ? "_" + name : name;
}

} // namespace exporter
