// export/pages/document.hpp -- builds an HTML page: head, style sheet and images, and functions for pieces of HTML
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/svg.hpp"
#include "draw/shapes/theme.hpp"
#include "export/pages/pages.hpp"
#include "lab/lessons/lesson.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pages
{

using draw::markup_escaped;

/// An HTML page under construction. A colour that differs between the light and the dark theme is a CSS variable.
class Document
{
public:
    /// `folder_depth` is the number of folders from the root folder of the pages to this page.
    Document(const PagesOptions& page_options, std::size_t folder_depth)
        : options_{page_options}
        , folder_depth_{folder_depth}
    {
    }

    void append_html(std::string_view html) { body_ += html; }
    /// Draws an image with `draw_image` in the light and the dark theme. `name` is its title for screen readers. Adds
    /// CSS variables for its colours to the page.
    std::string draw_inline_svg(std::string_view name,
                                const std::function<void(draw::Picture&, const draw::Theme&)>& draw_image);
    std::string relative_path(std::string_view path_from_root) const;
    /// The path of the demo, relative to this page. Requires has_demo().
    std::string demo_path() const { return relative_path(options_.demo_path); }
    bool has_demo() const { return !options_.demo_path.empty(); }
    /// `description` is one sentence for search engines and previews of links.
    std::string page_html(std::string_view title, std::string_view description) const;

private:
    std::optional<std::string> merge_svgs(const std::string& light_svg, const std::string& dark_svg);
    std::string css_colour_variables(bool is_dark) const;

    const PagesOptions& options_;
    std::size_t folder_depth_;
    std::size_t id_count_ = 0;
    std::string body_;
    /// Index of the CSS variable for a pair of colours ("#rrggbb"): in the light theme and in the dark theme.
    std::map<std::pair<std::string, std::string>, std::size_t> css_variable_indices_;
};

/// Puts `html` into a region that scrolls sideways and can have the keyboard focus. `name` is for screen readers.
std::string scroll_region_html(std::string_view name, std::string_view html, std::string_view classes = "scroll");
/// Puts `html` into paragraphs, which are separated by empty lines in `html`.
std::string paragraphs_html(std::string_view html);
/// Returns an <a> element. Escapes `target` and `text` for HTML.
std::string link_html(std::string_view target, std::string_view text);
/// Returns an entry of a definition list (<dl>), with markup escaped; empty if `definition` is empty.
std::string definition_html(std::string_view term, std::string_view definition);

std::string lesson_page_path(std::string_view lesson); ///< "lessons/NAME.html"
std::string loop_page_path(std::string_view loop); ///< "loops/NAME.html"

/// Returns a section of a page. `id` is the target of links to it.
std::string section_html(std::string_view id, std::string_view h2_content_html, std::string_view html);
/// Returns a list item with a link to the page of the lesson, and the lesson's question.
std::string lesson_list_item_html(const Document& page, const lab::Lesson& lesson);
/// Returns a list item with a link to the page of the loop, and the loop's disadvantages.
std::string loop_list_item_html(const Document& page, timestep::PresetId id);
struct PageLink
{
    std::string path, title;
};
/// Returns links to the previous page, to the index and to the next page.
std::string navigation_html(const Document& page, std::string_view aria_label, const std::optional<PageLink>& previous,
                            const std::optional<PageLink>& next);

/// The loops that the lesson runs, each once.
std::vector<timestep::PresetId> distinct_loops_of(const lab::Lesson& lesson);

/// Runs the lesson and returns its page. Throws std::runtime_error if the lesson has an error.
std::string make_lesson_page(const PagesOptions& page_options, const lab::Lesson& lesson);
std::string make_loop_page(const PagesOptions& page_options, timestep::PresetId id);
/// Runs all faults on all cores. Returns the page "faults.html".
std::string make_faults_page(const PagesOptions& page_options);

} // namespace pages
