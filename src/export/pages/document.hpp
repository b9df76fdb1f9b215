// export/pages/document.hpp -- the frame of each HTML page, the pictures in it, and small pieces of HTML
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/svg.hpp"
#include "draw/shapes/theme.hpp"
#include "export/pages/pages.hpp"
#include "lab/lessons/lesson.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pages
{

using draw::escaped;

/// One page while it is written. Its pictures have the colours of both themes: a colour that differs is a CSS variable.
class Document
{
public:
    /// `depth` is the number of folders between the folder of the pages and this page.
    Document(const PagesInput& input, std::size_t depth)
        : input_{input}
        , depth_{depth}
    {
    }

    void add(std::string_view html) { body_ += html; }
    /// Draws a picture in both themes. `paint` draws it with the given theme; `name` is its title for screen readers.
    std::string picture_html(std::string_view name,
                             const std::function<void(draw::Picture&, const draw::Theme&)>& paint);
    /// An id that is not used yet on this page.
    std::string new_id() { return "i" + std::to_string(++ids_); }
    /// Converts `path`, which is relative to the folder of the pages, to a path relative to this page.
    std::string relative_link(std::string_view path) const;
    /// The path of the demo, relative to this page. The caller must check has_demo() before.
    std::string demo_path() const { return relative_link(input_.demo_path); }
    bool has_demo() const { return !input_.demo_path.empty(); }
    const PagesInput& input() const { return input_; }
    /// The whole page. `about` is one sentence for search engines and previews of links.
    std::string page_html(std::string_view title, std::string_view about) const;

private:
    std::string merge_themes(const std::string& on_light, const std::string& on_dark);
    std::string colour_variables(bool is_dark) const;

    const PagesInput& input_;
    std::size_t depth_;
    std::size_t ids_ = 0;
    std::string body_;
    /// The colours on light and on dark ground that differ, as "#rrggbb", and the number of their CSS variable.
    std::map<std::pair<std::string, std::string>, std::size_t> colours_;
};

/// A region that scrolls sideways and that the keyboard can reach. `name` is its name for screen readers.
std::string scroll_region(std::string_view name, std::string_view html, std::string_view classes = "scroll");
/// Returns code with line breaks, in a region that scrolls sideways.
std::string code_block(std::string_view name, std::string_view code);
/// The paragraphs of a text, which empty lines separate. The text is HTML already.
std::string paragraphs(std::string_view html);
/// Returns "<a href="TARGET">TEXT</a>" with the text escaped.
std::string link_html(std::string_view target, std::string_view text);
/// A row of a list of definitions; an empty string if `definition` is empty. Both strings are escaped.
std::string definition_row(std::string_view term, std::string_view definition);

/// The paths in the folder of the pages: "lessons/NAME.html", "loops/NAME.html".
std::string lesson_path(std::string_view lesson);
std::string loop_path(std::string_view loop);

/// The lessons whose lanes run a loop, in the order of the course.
std::vector<const lab::Lesson*> lessons_with(timestep::LoopId loop);
/// The loops that the lanes of a lesson run, each once.
std::vector<timestep::LoopId> loops_of(const lab::Lesson& lesson);

/// Runs the lesson and returns its page. Throws std::runtime_error if the lesson has an error.
std::string make_lesson_page(const PagesInput& input, const lab::Lesson& lesson);
/// Runs a loop on several virtual PCs and returns its page.
std::string make_loop_page(const PagesInput& input, timestep::LoopId id);

} // namespace pages
