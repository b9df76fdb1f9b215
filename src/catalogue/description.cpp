#include "catalogue/description.hpp"

#include "embedded/preset_descriptions.hpp"

#include <toml++/toml.h>

#include <map>

namespace catalogue
{

namespace
{

using Descriptions = std::map<std::string_view, Description>;

// Parses the fields at the start of a description file. The tables after the fields are tests; they are not parsed.
Description parse_description(std::string_view file_text)
{
    const toml::table fields = toml::parse(file_text.substr(0, file_text.find("\n[")));
    const auto field         = [&](std::string_view name) { return fields[name].value_or(std::string{}); };
    return {.title          = field("title"),
            .source         = field("source"),
            .source_in_full = field("source_in_full"),
            .checked        = field("checked"),
            .promise        = field("promise"),
            .price          = field("price"),
            .price_in_full  = field("price_in_full"),
            .breaks         = field("breaks"),
            .choose_it      = field("choose_it"),
            .ships          = field("ships"),
            .differs        = field("differs")};
}

Descriptions parse_all_descriptions()
{
    Descriptions descriptions;
    for (const auto& [name, path, text] : embedded::preset_descriptions)
        descriptions.emplace(name, parse_description(text));
    return descriptions;
}

} // namespace

const Description& description_of(std::string_view preset)
{
    static const Descriptions descriptions = parse_all_descriptions();
    return descriptions.at(preset);
}

} // namespace catalogue
