// lab/settings/lane_setup.hpp -- the settings and the recording of one lane; and assignments such as hz=50 to them
#pragma once

#include "base/message.hpp"
#include "lab/settings/controls.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lab
{

enum class AtEnd : std::uint8_t
{
    loop, ///< the recording starts again at its first frame
    stop, ///< the recording ends: a run on a virtual PC ends; a loop on this PC gets measured frame times
};

/// A recording whose frame times a loop gets.
class Playback
{
public:
    /// `frame_times` must not be empty.
    Playback(std::string name, std::vector<Nanos> frame_times, AtEnd at_end)
        : name_{std::move(name)}
        , frame_times_{std::make_shared<const std::vector<Nanos>>(std::move(frame_times))}
        , at_end_{at_end}
    {
    }

    /// Returns the next recorded frame time, and advances; empty if the recording has ended.
    std::optional<Nanos> take_next()
    {
        if (has_ended()) return std::nullopt;
        if (next_index_ == frame_times_->size())
        {
            next_index_ = 0;
            ++restart_count_;
        }
        return (*frame_times_)[next_index_++];
    }

    /// The frame time that take_next() will return; empty if the recording has ended.
    std::optional<Nanos> peek() const
    {
        if (has_ended()) return std::nullopt;
        return (*frame_times_)[next_index_ % frame_times_->size()];
    }

    void set_at_end(AtEnd at_end) { at_end_ = at_end; }

    const std::string& name() const { return name_; }
    /// Index of the next frame in the recording; size() after the last frame.
    std::size_t next_index() const { return next_index_; }
    std::size_t size() const { return frame_times_->size(); }
    const std::vector<Nanos>& frame_times() const { return *frame_times_; }
    /// Number of restarts of the recording at its first frame.
    int restart_count() const { return restart_count_; }
    /// True if there is no next frame; never true with AtEnd::loop.
    bool has_ended() const { return at_end_ == AtEnd::stop && next_index_ == frame_times_->size(); }

private:
    std::string name_;
    std::shared_ptr<const std::vector<Nanos>> frame_times_; ///< shared by all copies of this object
    AtEnd at_end_;
    std::size_t next_index_ = 0;
    int restart_count_      = 0;
};

/// Reads the frame times of a recording's longest stream (such as one process). Returns an error on failure.
base::Result<std::vector<Nanos>> load_frame_times(const std::string& path);

struct LaneSetup
{
    std::string name{}; ///< the lane's name in the window, in tables and in lessons
    Settings settings{};
    /// Recording whose frame times the loop gets; empty: the machine's frame times.
    std::optional<Playback> recording{};
};

struct Change
{
    /// A flag without dashes ("hz"), the path of a control ("scene.stiffness"), or one of the words name, machine, lag,
    /// spike, recording and recording-end.
    std::string key;
    std::string value;
    int line = 0; ///< line number in the file; 0 if the assignment comes from no file
};

struct ChangeError
{
    std::string what;
    int line = 0; ///< Change::line of the assignment with the error; 0 if no single assignment is invalid
};

/// True if a control has a command line flag and affects a loop that runs without a window.
bool is_lane_option(const Control& row);

/// Moves the changes on which others depend to the front. The others keep their order.
void sort_by_dependency(std::vector<Change>& changes);

/// Applies all changes to `setup`, sorted by dependency: a machine sets all its controls, and some controls exist only
/// for the chosen loop, loop component or scene. A lane without a name gets the name of its loop. Returns an error if a
/// key is unknown, a value is out of range, settings contradict each other, or a file cannot be read.
std::optional<ChangeError> apply(LaneSetup& setup, std::vector<Change> changes);
/// Returns a lane with `settings` and these changes. Throws base::BadInput where apply() returns an error.
LaneSetup make_lane(std::vector<Change> changes, const Settings& settings = {});
/// Parses assignments of the form "KEY=VALUE KEY=VALUE".
std::vector<Change> parse_changes(std::string_view text);

} // namespace lab
