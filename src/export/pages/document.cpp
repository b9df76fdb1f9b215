#include "export/pages/document.hpp"

#include "catalogue/description.hpp"
#include "catalogue/presets.hpp"
#include "embedded/pages_css.hpp"
#include "ranking/report/html.hpp"

#include <fmt/core.h>

namespace pages
{

namespace
{

constexpr std::size_t css_colour_length = 7; // "#rrggbb"

bool is_colour_at(const std::string& text, std::size_t position)
{
    return position + css_colour_length <= text.size() && text[position] == '#' &&
           text.find_first_not_of("0123456789abcdef", position + 1) >= position + css_colour_length;
}

std::string with_accessible_title(const std::string& svg, std::string_view name)
{
    const std::size_t attributes_begin = svg.find(' ');
    const std::size_t tag_end = svg.find('>');
    return fmt::format("<svg role=\"img\" aria-label=\"{0}\"{1}><title>{0}</title>{2}", markup_escaped(name),
                       svg.substr(attributes_begin, tag_end - attributes_begin), svg.substr(tag_end + 1));
}

} // namespace

// Replaces the colours that differ between the SVGs by CSS variables; std::nullopt if they differ in more than colours.
std::optional<std::string> Document::merge_svgs(const std::string& light_svg, const std::string& dark_svg)
{
    if (light_svg.size() != dark_svg.size()) return std::nullopt;
    std::string merged_svg;
    for (std::size_t i = 0; i < light_svg.size(); ++i)
    {
        if (!is_colour_at(light_svg, i) || !is_colour_at(dark_svg, i))
        {
            if (light_svg[i] != dark_svg[i]) return std::nullopt;
            merged_svg += light_svg[i];
            continue;
        }
        const std::string light_colour = light_svg.substr(i, css_colour_length);
        const std::string dark_colour = dark_svg.substr(i, css_colour_length);
        if (light_colour == dark_colour)
            merged_svg += light_colour;
        else
            merged_svg +=
                fmt::format("var(--c{})",
                            css_variable_indices_.try_emplace({light_colour, dark_colour}, css_variable_indices_.size())
                                .first->second);
        i += css_colour_length - 1;
    }
    return merged_svg;
}

std::string Document::draw_inline_svg(std::string_view name,
                                      const std::function<void(draw::Picture&, const draw::Theme&)>& draw_image)
{
    const auto draw_svg = [&](const draw::Theme& theme, std::string_view id_prefix)
    {
        draw::Picture picture;
        draw_image(picture, theme);
        return draw::to_svg(picture, id_prefix);
    };
    const std::string id = "i" + std::to_string(++id_count_);
    const std::optional<std::string> merged_svg =
        merge_svgs(draw_svg(draw::light_theme, id + "g"), draw_svg(draw::dark_theme, id + "g"));
    if (merged_svg) return fmt::format("<div class=\"picture\">{}</div>\n", with_accessible_title(*merged_svg, name));
    return fmt::format("<div class=\"picture\"><div class=\"on-light\">{}</div><div class=\"on-dark\">{}</div></div>\n",
                       with_accessible_title(draw_svg(draw::light_theme, id + "l"), name),
                       with_accessible_title(draw_svg(draw::dark_theme, id + "d"), name));
}

std::string Document::relative_path(std::string_view path_from_root) const
{
    std::string path_to_root;
    for (std::size_t i = 0; i < folder_depth_; ++i) path_to_root += "../";
    return path_to_root + std::string{path_from_root};
}

std::string Document::css_colour_variables(bool is_dark) const
{
    std::string variables;
    for (const auto& [light_and_dark_colour, index] : css_variable_indices_)
        variables +=
            fmt::format("--c{}:{};", index, is_dark ? light_and_dark_colour.second : light_and_dark_colour.first);
    return variables;
}

std::string Document::page_html(std::string_view title, std::string_view description) const
{
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:; frame-src 'self'\">\n{} {}\">\n<meta name=\"description\" content=\"{}\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>\n{}{}"
        ":root{{{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n@media print{{:root{{{}}}}}\n</style>\n"
        "</head>\n<body>\n{}<footer>\n<p>Made by timestep_lab {}, which computed every number and every picture on "
        "this page.</p>\n</footer>\n</body>\n</html>\n",
        generator_tag_prefix, markup_escaped(options_.version), markup_escaped(description), markup_escaped(title),
        ranking::style_sheet(), embedded::pages_css, css_colour_variables(false), css_colour_variables(true),
        css_colour_variables(false), body_, markup_escaped(options_.version));
}

std::string scroll_region_html(std::string_view name, std::string_view html, std::string_view classes)
{
    return fmt::format("<div class=\"{}\" role=\"region\" aria-label=\"{}\" tabindex=\"0\">\n{}</div>\n", classes,
                       markup_escaped(name), html);
}

std::string paragraphs_html(std::string_view html)
{
    constexpr std::string_view separator = "\n\n";
    std::string paragraphs;
    while (!html.empty())
    {
        const auto paragraph_end = html.find(separator);
        const std::string_view paragraph = html.substr(0, paragraph_end);
        if (paragraph.find_first_not_of(" \n") != paragraph.npos) paragraphs += fmt::format("<p>{}</p>\n", paragraph);
        html.remove_prefix(paragraph_end == html.npos ? html.size() : paragraph_end + separator.size());
    }
    return paragraphs;
}

std::string link_html(std::string_view target, std::string_view text)
{
    return fmt::format("<a href=\"{}\">{}</a>", markup_escaped(target), markup_escaped(text));
}

std::string definition_html(std::string_view term, std::string_view definition)
{
    if (definition.empty()) return "";
    return fmt::format("<dt>{}</dt><dd>{}</dd>\n", markup_escaped(term), markup_escaped(definition));
}

std::string section_html(std::string_view id, std::string_view h2_content_html, std::string_view html)
{
    return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", id, h2_content_html, html);
}

std::string lesson_list_item_html(const Document& page, const lab::Lesson& lesson)
{
    return fmt::format("<li>{}: <span class=\"quiet\">{}</span></li>\n",
                       link_html(page.relative_path(lesson_page_path(lesson.name)), lesson.title),
                       markup_escaped(lesson.question));
}

std::string loop_list_item_html(const Document& page, timestep::PresetId id)
{
    const std::string_view name = catalogue::preset_of(id).name;
    const catalogue::Description& description = catalogue::description_of(name);
    return fmt::format("<li>{}{}: <span class=\"quiet\">{}</span></li>\n", ranking::loop_dot_html(id),
                       link_html(page.relative_path(loop_page_path(name)), description.title),
                       markup_escaped(description.price));
}

std::string navigation_html(const Document& page, std::string_view aria_label, const std::optional<PageLink>& previous,
                            const std::optional<PageLink>& next)
{
    const auto neighbour_html = [&](std::string_view direction, const std::optional<PageLink>& link)
    { return link ? link_html(page.relative_path(link->path), fmt::format("{}: {}", direction, link->title)) : ""; };
    return fmt::format(
        "<nav class=\"neighbours\" aria-label=\"{}\">{}{}{}</nav>\n", aria_label, neighbour_html("Before", previous),
        link_html(page.relative_path("index.html"), "All lessons and loops"), neighbour_html("Next", next));
}

} // namespace pages
