// programs/demo/window/own_loop_file.hpp -- the file of the user's own loop: written, opened in an editor, and watched
#pragma once

#include "lab/stage/lab.hpp"
#include "programs/demo/panels/notice.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace demo
{

class OwnLoopFile
{
public:
    OwnLoopFile(lab::Lab& lab, Notice& notice)
        : lab_{lab}
        , notice_{notice}
    {
    }

    /// The file is new, in the folder "your-loop" beside the settings, which only this user can read.
    void create(const lab::request::EditOwnLoop& request);
    /// Starts the program again 100 ms after the last change of its file. Call it in each frame.
    void poll();

private:
    lab::Lab& lab_;
    Notice& notice_;
    std::string watched_file_{};
    std::filesystem::file_time_type file_time_{};
    std::optional<std::chrono::steady_clock::time_point> change_time_{}; ///< empty: the program runs the newest file
};

} // namespace demo
