// ranking/report/html.hpp -- style sheet, colours and number formatting of exported HTML pages
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/svg.hpp"
#include "lab/metrics/faults.hpp"
#include "recordings/facts/inspection.hpp"
#include "timestep/preset.hpp"

#include <string>
#include <string_view>

namespace ranking
{

using recordings::Json;

/// Theme colours as CSS variables, and assets/report/page.css. The browser selects light or dark; print is light.
std::string style_sheet();
/// Returns the HTML of a round dot in the loop's colour.
std::string loop_dot_html(timestep::PresetId loop);

using draw::css_colour_without_alpha;
using draw::markup_escaped;

/// Formats numbers of one object in the page's JSON data as HTML. The attribute data-at contains a number's JSON
/// pointer. `path` leads from the object to a value, such as "hitches/worst/0/at_s".
struct PageNumberFormatter
{
    const Json& page_json;
    std::string json_pointer{}; ///< of the object; empty for the whole JSON data

    PageNumberFormatter at(std::string_view path) const;
    const Json& value_at(std::string_view path) const;
    /// The number at `path` with `decimals` decimals; "unknown" if it is null.
    std::string fixed_decimals_html(std::string_view path, int decimals) const;
    /// "unknown" if the number at `path` is null.
    std::string rounded_number_html(std::string_view path) const;
    /// The number at `path` with at most six digits, such as 50 or 59.94.
    std::string short_number_html(std::string_view path) const;
    std::string integer_html(std::string_view path) const { return fixed_decimals_html(path, 0); }
};

/// One fault in a list: its title, its cause with `link` behind it, and its command.
std::string fault_html(const lab::Fault& fault, std::string_view link = "");
/// The table of faults and smoothness metrics (`timestep_lab faults`); a fault links to #KEY. Takes a second of all
/// cores.
std::string faults_table_html();

/// The HTML of a unit, in smaller letters than the number before it.
std::string unit_html_without_escaping(std::string_view unit);

} // namespace ranking
