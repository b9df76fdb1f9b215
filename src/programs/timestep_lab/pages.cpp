// timestep_lab pages -- writes the lessons and the loops as HTML pages for any web server, without scripts
#include "export/pages/pages.hpp"
#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "timestep/version.hpp"

#include <filesystem>
#include <string>
#include <system_error>
#include <variant>

namespace timestep_lab
{

namespace
{

namespace fs = std::filesystem;

struct PagesCommandOptions
{
    std::string folder;
    std::string demo_path = "demo/";
    bool omits_demo = false;
    bool allows_other_files = false;
};

bool has_generated_index(const fs::path& folder)
{
    constexpr std::size_t max_index_bytes = 10'000'000;
    const auto file_text = base::read_small_file(folder / "index.html", max_index_bytes);
    const auto* index_html = std::get_if<std::string>(&file_text);
    return index_html != nullptr && index_html->find(pages::generator_tag_prefix) != index_html->npos;
}

bool has_entry_other_than(const std::string& demo_folder_name, const fs::path& folder)
{
    std::error_code error;
    for (fs::directory_iterator entry{folder, error}; !error && entry != fs::directory_iterator{};
         entry.increment(error))
        if (base::path_to_utf8(entry->path().filename()) != demo_folder_name) return true;
    return false;
}

void write_pages(const PagesCommandOptions& options, bool quiet)
{
    constexpr auto allowed_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/";
    if (!options.omits_demo && (options.demo_path.starts_with('/') || !options.demo_path.ends_with('/') ||
                                options.demo_path.find_first_not_of(allowed_characters) != options.demo_path.npos))
        throw BadInput{"--demo takes a relative path with a slash at its end, of letters, digits and -._/, not '{}'",
                       options.demo_path};
    const fs::path folder = base::path_from_utf8(options.folder);
    if (!options.allows_other_files && !has_generated_index(folder) &&
        has_entry_other_than(options.demo_path.substr(0, options.demo_path.find('/')), folder))
        throw BadInput{"{}: the folder has other files; choose an empty one, or add --force to write beside them",
                       options.folder};
    for (const char* const name : {"lessons", "loops"})
    {
        std::error_code error;
        fs::create_directories(folder / name, error);
        if (error) throw BadInput{"{}: {}; choose another folder", base::path_to_utf8(folder / name), error.message()};
    }

    ProgressBar bar{"pages", quiet};
    const pages::PagesOptions pages_options{.version = TIMESTEP_VERSION,
                                            .demo_path = options.omits_demo ? "" : options.demo_path};
    const auto page_files =
        pages::make_pages(pages_options, [&](std::size_t done, std::size_t count) { bar.set_progress(done, count); });
    for (const pages::PageFile& page : page_files)
        write_output(base::path_to_utf8(folder / base::path_from_utf8(page.path)), page.html);
    if (!quiet)
        base::print("{}: {} pages; open index.html in a browser\n", base::printable_excerpt(options.folder),
                    page_files.size());
}

} // namespace

void add_pages_command(CLI::App& program)
{
    auto [command, options] = add_command<PagesCommandOptions>(
        program, "pages", "Write the lessons and the loops as HTML pages without scripts.", write_pages);
    add_option(command, "folder", options.folder, "The folder for the pages; created if it does not exist.",
               {.type = "FOLDER", .is_required = true});
    CLI::Option& demo_option =
        add_option(command, "--demo", options.demo_path,
                   "Path of the browser demo, relative to the folder with the HTML pages, with a slash at the end.",
                   {.type = "PATH", .shows_default = true});
    CLI::Option& no_demo_flag = add_flag(command, "--no-demo", options.omits_demo,
                                         "Leave out the embedded browser demo and the links to the demo.");
    add_exclusion(no_demo_flag, demo_option);
    add_flag(command, "--force", options.allows_other_files, "Write the pages even if the folder has other files.");
}

} // namespace timestep_lab
