#include "programs/demo/window/own_loop_file.hpp"

#include "base/child_process.hpp"
#include "base/line_program.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "programs/demo/window/demo_files.hpp"
#include "programs/demo/window/settings_file.hpp"

#include <utility>

namespace demo
{

namespace fs = std::filesystem;

void OwnLoopFile::create(const lab::request::EditOwnLoop& request)
{
    std::error_code error;
    const fs::path folder =
        fs::absolute(base::path_from_utf8(default_settings_path()), error).parent_path() / "your-loop";
    fs::create_directories(folder, error);
    fs::permissions(folder, fs::perms::owner_all, error);
    const std::string path = unused_file_name(base::path_to_utf8(folder / "loop"), request.extension);
    const base::OptionalError failure =
        error ? base::message("{}: {}", folder, error.message()) : save_file(path, request.code);
    if (failure)
    {
        notice_.show("your loop was not written: " + *failure);
        return;
    }
    lab::LoopCommand command = request.command;
    command.push_back(path);
    lab_.run_own_loop({.command = std::move(command), .file = path});
    base::open_on_desktop(path);
    if (!base::runs_scripts_of_page) notice_.show_saved(base::message("edit and save {}", file_location(path)), path);
}

void OwnLoopFile::poll()
{
    constexpr std::chrono::milliseconds quiet_time{100};
    const std::string& file = lab_.own_loop.file;
    if (file.empty() || !lab_.session.settings.lane.loop.is_foreign) return;
    std::error_code error;
    const fs::file_time_type time = fs::last_write_time(base::path_from_utf8(file), error);
    if (error) return; // while an editor replaces the file
    const bool is_new_file = std::exchange(watched_file_, file) != file;
    const auto now = std::chrono::steady_clock::now();
    if (std::exchange(file_time_, time) != time && !is_new_file) change_time_ = now;
    if (!change_time_ || now - *change_time_ < quiet_time) return;
    change_time_.reset();
    lab_.run_own_loop(lab_.own_loop);
}

} // namespace demo
