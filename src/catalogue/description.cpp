#include "catalogue/description.hpp"

#include "embedded/preset_descriptions.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>

namespace catalogue
{

const Description& description_of(std::string_view preset)
{
    static std::mutex mutex;
    static std::map<std::string, Description, std::less<>> parsed_descriptions;
    const std::scoped_lock lock{mutex};
    if (const auto found = parsed_descriptions.find(preset); found != parsed_descriptions.end()) return found->second;
    const auto file =
        std::ranges::find(embedded::preset_descriptions, preset, [](const auto& each) { return each.name; });
    if (file == embedded::preset_descriptions.end()) throw std::out_of_range{"no preset has this name"};
    // The keys stand above the first table of the TOML file.
    const toml::table fields = toml::parse(file->text.substr(0, file->text.find("\n[")));
    const auto field = [&](std::string_view name) { return fields[name].value_or(std::string{}); };
    Description& description = parsed_descriptions[std::string{preset}];
    description = {.title = field("title"),
                   .source = field("source"),
                   .source_in_full = field("source_in_full"),
                   .compared_source_files = field("checked"),
                   .promise = field("promise"),
                   .price = field("price"),
                   .price_in_full = field("price_in_full"),
                   .failure_conditions = field("breaks"),
                   .when_to_choose = field("choose_it"),
                   .used_by = field("ships"),
                   .deviations = field("differs")};
    return description;
}

} // namespace catalogue
