// programs/demo/window/notice.hpp -- a line of text that the window shows for some seconds
#pragma once

#include "lab/stage/lab.hpp"

#include <string>
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
        end_time_ = lab_.this_pc.pc().frame_start_time() + duration;
    }
    void expire()
    {
        if (lab_.this_pc.pc().frame_start_time() > end_time_) text_.clear();
    }
    /// Empty if the window shows no notice.
    const std::string& text() const { return text_; }

private:
    const lab::Lab& lab_;
    std::string text_;
    timestep::Nanos end_time_{};
};

} // namespace demo
