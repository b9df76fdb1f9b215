#include "export/exporter/exporter.hpp"

#include "catalogue/description.hpp"
#include "export/exporter/printer.hpp"
#include "export/exporter/recipe.hpp"
#include "timestep/build.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace exporter
{

namespace
{

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

void require_identifier(const std::string& name)
{
    if (identifier_of(name) != name) throw std::invalid_argument{fmt::format("'{}' is not an identifier", name)};
}

// The order is that of the enum Language.
constexpr std::array<CodeGenerator*, all_languages.size()> code_generators{
    generate_cpp,  generate_c,  generate_csharp, generate_gdscript,
    generate_rust, generate_js, generate_js,     generate_lua};

Code generate(const Program& program, const FileHeader& header)
{
    return code_generators.at(static_cast<std::size_t>(header.options.language))(program, header);
}

// Returns a line for each axis (exchangeable part) of the loop, with the chosen alternative and its settings.
std::string axes_text(timestep::Loop loop)
{
    std::string lines;
    const auto add_axis = [&](std::string_view axis, std::string_view alternative)
    {
        lines += fmt::format("    {:<13} {}", axis, alternative);
        for_each_knob(loop,
                      [&](std::string_view knob_axis, const timestep::KnobRef& k)
                      {
                          if (knob_axis != axis) return;
                          lines += fmt::format(", {} {:g}{}{}", k.name, k.get(), k.unit.empty() ? "" : " ", k.unit);
                      });
        lines += '\n';
    };
    add_axis("filter", loop.filter.name());
    add_axis("stepper", loop.stepper.name());
    add_axis("overload", loop.overload.name());
    add_axis("presentation", name_of(loop.presentation));
    add_axis("pacer", loop.pacer.name());
    return lines;
}

// True if the loop's pacer draws only frames that have at least one step.
bool draws_only_stepped_frames(const timestep::Loop& loop)
{
    return !loop.pacer.renders(timestep::StepPlan{.steps = 0}) && loop.pacer.renders(timestep::StepPlan{.steps = 1});
}

} // namespace

std::optional<std::string> refusal_reason(const timestep::Loop& loop, Language language)
{
    if (const timestep::Refusal refusal = timestep::check(loop))
        return fmt::format("{}{}{}: {}", refusal.axis, refusal.knob.empty() ? "" : ".", refusal.knob, refusal.reason);
    const timestep::Scale scale{loop.rate()};
    if (row_of(language).integer_bits == 53 &&
        (max_due_units / scale.per_ns < 1'000'000'000 || scale.step > max_due_units))
        return fmt::format("at a rate of {}/{} Hz a frame of one second does not fit into 53 bits", loop.rate().num,
                           loop.rate().den);
    return std::nullopt;
}

std::string Code::text() const
{
    std::string file_text;
    for (const CodeLine& line : lines) file_text.append(line.code).append(line.comment) += '\n';
    return file_text;
}

Code export_part(const PartRow& part, Options options)
{
    require_identifier(options.name);
    options.title         = part.title;
    const Program program = assemble_part(part.name);
    return generate(program, {.options = options, .about = std::string{part.about}});
}

Code export_loop(const timestep::Loop& loop, const Options& options)
{
    require_identifier(options.name);
    const Program program = assemble_loop(loop, row_of(options.language).integer_bits);
    const FileHeader header{.options      = options,
                            .about        = axes_text(loop) + (options.about.empty() ? "" : "\n" + options.about),
                            .presentation = loop.presentation,
                            .wants_vsync  = loop.pacer.wants_vsync(),
                            .draws_only_stepped_frames = draws_only_stepped_frames(loop)};
    return generate(program, header);
}

// Returns the options with the comments of the exported file. If there are `changes`, leaves out the loop's source,
// price and differences from the source, because these may be false for the changed loop.
Options export_options(const timestep::Preset& preset, const timestep::Loop& loop, std::span<const std::string> changes,
                       std::string_view version)
{
    Options options;
    options.title = preset.name;
    if (preset.has_rate) options.title += fmt::format(" at {:.6g} Hz", timestep::hertz(loop.rate()));
    for (const std::string& change : changes) options.title += ", " + change;
    if (changes.empty())
    {
        const catalogue::Description& about = catalogue::description_of(preset.name);
        options.about                       = fmt::format("Source: {}.\nPrice:  {}.\n", about.source, about.price);
        if (!about.differs.empty()) options.about += fmt::format("Note:   {}\n", about.differs);
        options.about += '\n';
    }
    options.about += fmt::format(
        "Written by timestep_lab {}. All times are whole nanoseconds unless a comment says otherwise.\n", version);
    return options;
}

std::string identifier_of(std::string_view file_stem)
{
    std::string name;
    for (const char c : file_stem) name += is_letter(c) || is_digit(c) ? c : '_';
    return name.empty() || is_digit(name.front()) ? "_" + name : name;
}

} // namespace exporter
