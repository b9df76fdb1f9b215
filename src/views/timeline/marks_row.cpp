// Draws the marks of a lane (a loop with its world) with their texts. A changed setting is a line across all rows; a
// hitch (a long frame that the user requests), a debugger break, steps that the program stopped, or a failure of the
// simulation is a short line.
#include "views/timeline/row.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace views::timeline
{

namespace
{

constexpr float together = 6.0F; // distance in points; marks that are closer together share one line and one text

struct Flag
{
    float x    = 0;
    float last = 0; // x coordinate in pixels of the last mark that was joined to this flag (line with a text)
    TimeMark mark{};
    int more = 0;
};

// Joins marks that are close together to one flag (a line with a text). The text is that of the last mark, with the
// number of the other marks: "reset (+2)".
std::vector<Flag> flags_of(const Row& row)
{
    const auto& marks = row.data.marks;
    const auto from   = std::ranges::lower_bound(marks, row.axis.span().from, {}, &TimeMark::at);
    std::vector<Flag> flags;
    for (auto mark = from; mark != marks.end() && mark->at <= row.axis.span().to; ++mark)
    {
        const float x = row.axis.x(mark->at);
        if (flags.empty() || x - flags.back().last > row.px(together))
            flags.push_back({x, x, *mark});
        else
        {
            ++flags.back().more;
            flags.back().last      = x;
            flags.back().mark.text = mark->text;
            flags.back().mark.kind = std::max(flags.back().mark.kind, mark->kind);
        }
    }
    return flags;
}

} // namespace

// Draws each flag as a line with its text on the right. If the text would reach the next flag, it is written without
// the number of joined marks; if it is still too long, it is left out.
void draw_marks(const Row& row, float bottom)
{
    const std::vector<Flag> flags = flags_of(row);
    for (std::size_t i = 0; i < flags.size(); ++i)
    {
        const Flag& flag       = flags[i];
        const draw::Colour ink = colour_of(flag.mark.kind, row.theme());
        const float right      = i + 1 < flags.size() ? flags[i + 1].x : row.area.right();
        const float foot       = flag.mark.kind == TimeMark::Kind::change ? bottom : row.area.bottom() + row.px(3);
        row.picture.box({flag.x - row.px(0.5F), row.area.y + row.px(2), row.px(1), foot - row.area.y - row.px(2)}, 0,
                        draw::faded(ink, 0.7F));
        std::string text = flag.mark.text;
        if (flag.more > 0) text += fmt::format(" (+{})", flag.more);
        const float room = right - flag.x - row.px(8);
        if (width_of(text, draw::Font::words, row.style.scale) > room) text = flag.mark.text;
        if (width_of(text, draw::Font::words, row.style.scale) > room) continue;
        row.picture.write({.at = {flag.x + row.px(4), row.area.y}, .text = text, .colour = ink});
    }
}

} // namespace views::timeline
