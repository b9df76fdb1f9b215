// programs/demo/panels/notice.hpp -- a line of text that the window shows for some seconds
#pragma once

#include "base/path.hpp"
#include "lab/stage/lab.hpp"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace demo
{

/// Tells the user the result of an action, such as the name of a saved file.
class Notice
{
public:
    static constexpr timestep::Nanos default_duration{4'000'000'000};

    explicit Notice(const lab::Lab& lab)
        : lab_{lab}
    {
    }

    void show(std::string text, timestep::Nanos duration = default_duration)
    {
        text_ = std::move(text);
        file_.clear();
        end_time_ = lab_.this_pc.pc().frame_start_time() + duration;
    }
    /// `file` is a path of a file or folder that was written: the notice offers to copy it and to open its folder.
    void show_saved(std::string text, const std::string& file)
    {
        show(std::move(text), 2 * default_duration);
        std::error_code error; // after an error, the notice has no buttons
        file_ = base::path_to_utf8(std::filesystem::absolute(base::path_from_utf8(file), error).lexically_normal());
    }
    void expire()
    {
        if (lab_.this_pc.pc().frame_start_time() > end_time_) show("");
    }
    /// Empty if the window shows no notice.
    const std::string& text() const { return text_; }
    /// An absolute path; empty if the notice is not about a file.
    const std::string& file() const { return file_; }

private:
    const lab::Lab& lab_;
    std::string text_, file_;
    timestep::Nanos end_time_{};
};

} // namespace demo
