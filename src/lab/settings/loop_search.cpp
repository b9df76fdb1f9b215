#include "lab/settings/loop_search.hpp"

#include "base/text.hpp"
#include "catalogue/description.hpp"
#include "catalogue/presets.hpp"
#include "timestep/loop.hpp"

#include <utility>

namespace lab
{

namespace
{

using timestep::Nanos;
using namespace std::chrono_literals;

// A fake clock that records whether a pacer sleeps or spins.
struct WaitDetector
{
    Nanos time{1s};
    bool has_slept = false, has_spun = false;

    Nanos now() const { return time; }
    void sleep(Nanos duration)
    {
        has_slept = true;
        time += duration;
    }
    void spin()
    {
        has_spun = true;
        time += 100us;
    }
};

// True if a word of the text is a file name with this ending.
bool mentions_file_with_ending(std::string_view text, std::string_view file_ending)
{
    for (auto position = text.find(file_ending); position != text.npos; position = text.find(file_ending, position + 1))
    {
        const std::size_t end = position + file_ending.size();
        const bool is_word_end = end == text.size() || text.find_first_of(" ,;:.", end) == end;
        if (position > 0 && text[position - 1] != ' ' && is_word_end) return true;
    }
    return false;
}

std::string language_words(const timestep::Preset& preset)
{
    using EndingLanguage = std::pair<std::string_view, std::string_view>;
    static constexpr std::array<EndingLanguage, 9> languages_of_endings{{{".cpp", "C++"},
                                                                         {".h", "C++"},
                                                                         {".c", "C"},
                                                                         {".cs", "C#"},
                                                                         {".rs", "Rust"},
                                                                         {".go", "Go"},
                                                                         {".lua", "Lua"},
                                                                         {".js", "JavaScript js"},
                                                                         {".ts", "TypeScript JavaScript js"}}};
    const catalogue::Description& description = catalogue::description_of(preset.name);
    std::string languages;
    for (const auto& [file_ending, language] : languages_of_endings)
        for (const std::string_view text :
             {description.source, description.source_in_full, description.compared_source_files})
            if (mentions_file_with_ending(text, file_ending) && languages.find(language) == languages.npos)
                languages.append(languages.empty() ? "" : " ").append(language);
    return languages;
}

// The name of the loop's pacer, and how it waits: "sleep", "spin", "vsync" or several of these.
std::string pacing_words(timestep::Loop loop, timestep::Rate rate)
{
    const Nanos dt = timestep::step_ns(rate);
    WaitDetector clock;
    // Waits twice, because the first wait of some loops returns at once: it only starts their schedule.
    for (int wait = 0; wait < 2; ++wait) loop.pacer.wait(clock, clock.time, {.steps = 0, .dt = dt, .alpha = 0.0});
    std::string words{loop.pacer.name()};
    if (clock.has_slept) words += " sleep";
    if (clock.has_spun) words += " spin";
    if (loop.pacer.wants_vsync()) words += " vsync";
    return words;
}

} // namespace

std::string_view group_title(const timestep::Preset& preset)
{
    std::string_view title;
    for (const LoopGroup& group : loop_groups)
        if (catalogue::id_of(*catalogue::find_preset(group.first_loop_name)) <= catalogue::id_of(preset))
            title = group.title;
    return title;
}

bool matches_search(const timestep::Preset& preset, std::string_view search_words)
{
    if (search_words.empty()) return true;
    const catalogue::Description& description = catalogue::description_of(preset.name);
    const timestep::Loop loop = preset.make(preset.default_rate);
    return base::contains_all_words(search_words,
                                    {preset.name, description.title, description.source, description.source_in_full,
                                     description.used_by, description.price, description.deviations, loop.filter.name(),
                                     loop.stepper.name(), loop.overload.name(), timestep::name_of(loop.presentation),
                                     language_words(preset), pacing_words(loop, preset.default_rate)});
}

} // namespace lab
