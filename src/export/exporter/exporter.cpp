#include "export/exporter/exporter.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "catalogue/description.hpp"
#include "export/exporter/code_template.hpp"
#include "export/exporter/printer.hpp"
#include "timestep/build.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

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

// Words that C or C++ reserve, or that the headers in a file declare: a namespace or a type cannot have such a name.
constexpr std::string_view c_reserved_words =
    "abs alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class "
    "clock co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype "
    "default delete div do double dynamic_cast else enum explicit export extern false float for friend goto if inline "
    "int int32_t int64_t long main mutable namespace new noexcept not not_eq nullptr operator or or_eq private "
    "protected public "
    "register reinterpret_cast requires restrict return select short signed sizeof static static_assert static_cast "
    "size_t std struct switch template this thread_local throw time true try typedef typeid typename typeof uint32_t "
    "uint64_t union unsigned "
    "using virtual void volatile wchar_t while xor xor_eq";
constexpr std::string_view rust_reserved_words =
    "abstract as async await become box break const continue crate default do dyn else enum extern false final fn for "
    "gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true "
    "try type typeof unsafe unsized use virtual where while yield";

bool has_word(const SourceCode& code, std::string_view word)
{
    const auto is_in_line = [&](const CodeLine& line)
    {
        const auto words = base::split(line.code, " ()[]{}<>.,:;=+-*/%!&|#");
        return std::ranges::find(words, word) != words.end();
    };
    return std::ranges::any_of(code.lines, is_in_line);
}

// Generates the file. If its code cannot have the name, because it is reserved or has another meaning there, adds
// "_loop" to the name.
SourceCode generate_with_valid_name(const Program& program, FileProperties properties)
{
    const Language language = properties.options.language;
    const std::string name = std::exchange(properties.options.name, "?"); // occurs in no code
    const bool names_type = language != Language::cpp && language != Language::c && language != Language::rust;
    const auto reserved = base::words_of(language == Language::rust ? rust_reserved_words : c_reserved_words);
    const bool is_valid = names_type ? !has_word(generate(program, properties), to_pascal_case(name))
                                     : std::ranges::find(reserved, name) == reserved.end();
    properties.options.name = is_valid ? name : name + "_loop";
    return generate(program, properties);
}

// Returns five lines, one for each part of the loop (such as the stepper), with the name and the settings of the part.
std::string loop_parts_text(timestep::Loop loop)
{
    std::map<std::string_view, std::string> settings_of_part;
    const auto add_setting = [&](std::string_view part, const timestep::KnobRef& knob)
    {
        settings_of_part[part] += fmt::format(", {} {}{}{}", knob.name, base::number_text(knob.get()),
                                              knob.unit.empty() ? "" : " ", knob.unit);
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

} // namespace

std::optional<std::string> export_rejection_reason(const timestep::Loop& loop, Language language)
{
    if (const timestep::LoopRejection rejection = timestep::check(loop))
        return fmt::format("{}{}{}: {}", rejection.part, rejection.knob.empty() ? "" : ".", rejection.knob,
                           rejection.reason);
    if (language_info_of(language).integer_bits == 64) return std::nullopt;
    const timestep::ExactTimeUnit time_unit{loop.rate()};
    const auto counts_units = [](const Declaration& state) { return state.name.ends_with("units_per_ns"); };
    if (std::ranges::any_of(expand_loop_template(loop).state, counts_units) &&
        (max_frame_time_units / time_unit.units_per_ns < 1'000'000'000 ||
         time_unit.units_per_step > max_frame_time_units))
        return fmt::format("at {}/{} Hz, exact times are too large for 53-bit integers: choose a simpler rate",
                           loop.rate().num, loop.rate().den);
    return std::nullopt;
}

std::string SourceCode::text() const
{
    std::string file_text;
    for (const CodeLine& line : lines) file_text.append(line.code).append(line.comment) += '\n';
    return file_text;
}

SourceCode export_game_part(const NonLoopGamePart& part, Language language, const std::string& name,
                            bool is_classic_script)
{
    require_identifier(name);
    const FileOptions options{.language = language,
                              .name = name,
                              .title = std::string{part.title},
                              .description = "",
                              .is_classic_script = is_classic_script};
    const Program program = expand_part(part.name);
    return generate_with_valid_name(program, {.options = options, .full_description = std::string{part.description}});
}

SourceCode export_loop(const timestep::Loop& loop, const FileOptions& options)
{
    require_identifier(options.name);
    const Program program = expand_loop_template(loop, language_info_of(options.language).integer_bits);
    const FileProperties properties{
        .options = options,
        .full_description = loop_parts_text(loop) + (options.description.empty() ? "" : "\n" + options.description),
        .presentation = loop.presentation,
        .wants_vsync = loop.pacer.wants_vsync(),
        .draws_only_stepped_frames = !loop.pacer.renders({.steps = 0}) && loop.pacer.renders({.steps = 1})};
    return generate_with_valid_name(program, properties);
}

// If `changes` is not empty, omits the preset's description, because it may be false for the changed loop. At another
// rate than the preset's, omits its sentences with numbers.
FileOptions make_file_options(const timestep::Preset& preset, const timestep::Loop& loop,
                              std::span<const std::string> changes, std::string_view version)
{
    FileOptions options;
    options.title = preset.name;
    if (preset.has_rate) options.title += fmt::format(" at {} Hz", base::number_text(timestep::to_hertz(loop.rate())));
    for (const std::string& change : changes) options.title += ", " + change;
    if (changes.empty())
    {
        const catalogue::Description& description = catalogue::description_of(preset.name);
        const bool has_own_rate = !preset.has_rate || loop.rate() == preset.default_rate;
        const auto is_true_at_rate = [&](const std::string& sentence)
        { return has_own_rate || std::ranges::none_of(sentence, base::is_ascii_digit); };
        options.description = fmt::format("Source: {}.\n", description.source);
        if (is_true_at_rate(description.price)) options.description += fmt::format("Price:  {}.\n", description.price);
        if (!description.deviations.empty() && is_true_at_rate(description.deviations))
            options.description += fmt::format("Note:   {}\n", description.deviations);
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
    const std::size_t start = name.find_first_not_of('_');
    if (start == name.npos) return "loop";
    return base::is_ascii_letter(name[start]) ? name : "loop_" + name.substr(start);
}

} // namespace exporter
