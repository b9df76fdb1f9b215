#include "programs/timestep_lab/recordings_at.hpp"

#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace timestep_lab
{

namespace
{

std::vector<std::string> files_in(const std::string& folder)
{
    std::vector<std::string> files;
    std::error_code error;
    constexpr auto options = std::filesystem::directory_options::skip_permission_denied;
    for (std::filesystem::recursive_directory_iterator it{base::path_of(folder), options, error}, end;
         !error && it != end; it.increment(error))
        if (it->is_regular_file(error)) files.push_back(base::generic_utf8_of(it->path()));
    if (error) throw BadInput{"{}: cannot be read: {}", folder, error.message()};
    std::ranges::sort(files);
    if (files.empty()) throw BadInput{"{}: there is no file in this folder or below it", folder};
    return files;
}

std::vector<std::string> matches_of(const std::string& pattern)
{
    std::vector<std::string> files = base::paths_matching(pattern);
    if (files.empty()) throw BadInput{"{}: no file is called like this", pattern};
    return files;
}

// A list of files without repetitions. A file is added once, even if its path is written in different ways, such as "a"
// and "./a".
class FoundRecordings
{
public:
    void add(const std::string& name, bool by_itself)
    {
        if (known_.insert(base::path_of(name).lexically_normal()).second) all.push_back({name, by_itself});
    }

    std::vector<NamedRecording> all;

private:
    std::set<std::filesystem::path> known_;
};

} // namespace

std::vector<NamedRecording> recordings_at(const std::vector<std::string>& names)
{
    FoundRecordings recordings;
    std::error_code error;
    for (const std::string& name : names)
    {
        const bool is_pattern =
            name.find_first_of("*?[") != name.npos && !std::filesystem::exists(base::path_of(name), error);
        for (const std::string& found : is_pattern ? matches_of(name) : std::vector{name})
            if (std::filesystem::is_directory(base::path_of(found), error))
                for (const std::string& file : files_in(found)) recordings.add(file, false);
            else
                recordings.add(found, !is_pattern);
    }
    return recordings.all;
}

} // namespace timestep_lab
