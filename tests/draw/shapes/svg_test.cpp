#include "draw/shapes/svg.hpp"

#include "views/playing.hpp"

#include <string>
#include <string_view>

using namespace draw;

namespace
{

std::size_t count(const std::string& text, std::string_view word)
{
    std::size_t n = 0;
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
    return n;
}

} // namespace

TEST_CASE("every shape and label is one element of the SVG, and special characters are escaped")
{
    Played played{settings_of("bouncing-ball"), 30};
    Picture picture = played.draw();
    picture.write({.at = {100, 100}, .text = "a < b & c > d", .colour = rgb(0)});
    const std::string svg = to_svg(picture);
    const std::size_t drawn =
        count(svg, "<circle ") + count(svg, "<line ") + count(svg, "<rect ") + count(svg, "<polygon ");
    CHECK(drawn == picture.shapes().size() + 1); // one more element, the background
    CHECK(count(svg, "<text ") == picture.labels().size());
    CHECK(svg.find("a &lt; b &amp; c &gt; d") != svg.npos);
    CHECK(svg.find("nan") == svg.npos);
    CHECK(svg.find("inf\"") == svg.npos);
}
