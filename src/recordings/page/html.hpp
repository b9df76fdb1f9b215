// recordings/page/html.hpp -- text and figures as HTML
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/svg.hpp"
#include "recordings/facts/inspection.hpp"

#include <string>
#include <string_view>

namespace recordings
{

using draw::escaped;

/// Every figure of the page comes out of the JSON that the page carries, and says from where.
class Numbers
{
public:
    explicit Numbers(const Json& data)
        : data_{data}
    {
    }

    const Json& at(const std::string& pointer) const { return data_.at(Json::json_pointer{pointer}); }
    /// With so many digits behind the point; "unknown" for null.
    std::string fixed(const std::string& pointer, int digits) const;
    /// With two or three digits that count.
    std::string rough(const std::string& pointer, std::string_view unknown = "unknown") const;
    /// As short as it can be written: 50, 59.94.
    std::string plain(const std::string& pointer) const;
    std::string whole(const std::string& pointer) const { return fixed(pointer, 0); }

private:
    const Json& data_;
};

/// Of a quantity, in smaller letters behind it.
std::string unit(std::string_view text);
/// A round mark in a loop's colour.
std::string dot(std::size_t preset);
/// "#rrggbb".
std::string css(draw::Colour colour);

} // namespace recordings
