// export/pages/pages.hpp -- writes the lessons and the loops as HTML pages without scripts
//
// Each page is complete in itself: style sheet and pictures stand in it, and its links are relative. All numbers are
// those of runs that make_pages() computes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace pages
{

struct PagesInput
{
    std::string version; ///< version of this program
    /// Path of the demo for browsers, relative to the folder of the pages, with a slash at its end, such as "demo/";
    /// empty for pages without the demo.
    std::string demo_path{};
};

struct PageFile
{
    std::string path; ///< path in the folder of the pages, such as "lessons/three-buffers.html"
    std::string html;
};

/// Text in the head of every page that make_pages() makes. It says that a file is such a page.
inline constexpr const char* page_mark = "<meta name=\"generator\" content=\"timestep_lab pages";

using Progress = std::function<void(std::size_t done, std::size_t all)>;

/// Runs all lessons, and each loop on several virtual PCs. Returns a page for each lesson and each loop, and at the end
/// the page "index.html". The same version returns the same bytes. Throws std::runtime_error if a lesson has an error.
std::vector<PageFile> make_pages(const PagesInput& input, const Progress& progress = {});

} // namespace pages
