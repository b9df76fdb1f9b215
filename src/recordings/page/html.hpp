// recordings/page/html.hpp -- writes texts and numbers as HTML
#pragma once

#include "draw/shapes/svg.hpp"
#include "recordings/facts/inspection.hpp"
#include "recordings/page/style.hpp"

#include <string>
#include <string_view>

namespace recordings
{

using draw::escaped;

/// Formats the numbers of the page. Every number is read from the JSON in the page, and its HTML element has the JSON
/// pointer of the value in the attribute data-at.
class Numbers
{
public:
    explicit Numbers(const Json& data)
        : data_{data}
    {
    }

    const Json& at(const std::string& pointer) const;
    /// Formats a number with `digits` digits after the decimal point; "unknown" if it is null.
    std::string fixed(const std::string& pointer, int digits) const;
    /// Formats a number with about three digits, at most two of them after the decimal point; returns `unknown` if it
    /// is null.
    std::string rough(const std::string& pointer, std::string_view unknown = "unknown") const;
    /// Formats a number in the shortest form: 50, 59.94.
    std::string plain(const std::string& pointer) const;
    std::string whole(const std::string& pointer) const { return fixed(pointer, 0); }

private:
    const Json& data_;
};

/// Returns the HTML of a unit, which stands behind a number in smaller letters.
std::string unit(std::string_view text);

} // namespace recordings
