// export/pages/pages.hpp -- makes HTML pages of the lessons and the loops, with styles and images, but without scripts
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace pages
{

struct PagesOptions
{
    std::string version; ///< version of this program
    /// Folder of the browser demo, relative to the pages and with a slash at its end ("demo/"); empty if none.
    std::string demo_path{};
};

struct PageFile
{
    std::string path; ///< relative to the folder of the pages, such as "lessons/three-buffers.html"
    std::string html;
};

/// Text in the head of each page, by which the program recognises a page that it has written.
inline constexpr const char* generator_tag_prefix = "<meta name=\"generator\" content=\"timestep_lab pages";

using ProgressCallback = std::function<void(std::size_t pages_done, std::size_t page_count)>;

/// Runs all lessons, loops and faults. Returns pages, "index.html" last. Throws std::runtime_error if a lesson has an
/// error.
std::vector<PageFile> make_pages(const PagesOptions& page_options, const ProgressCallback& on_progress = {});

} // namespace pages
