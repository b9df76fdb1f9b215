// lab/settings/lane_setup.hpp -- the settings of a lane (one loop, its scene, its PC), and assignments such as "hz=50"
#pragma once

#include "base/message.hpp"
#include "lab/settings/controls.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lab
{

/// What the playback of a recording does after its last frame.
enum class PlaybackEndBehaviour : std::uint8_t
{
    repeat, ///< after its last frame, the recording starts again
    stop, ///< a run on a virtual PC ends; a loop on this PC continues with measured frame times
};

class RecordingPlayback
{
public:
    /// `frame_times` must not be empty.
    RecordingPlayback(std::string name, std::vector<Nanos> frame_times, PlaybackEndBehaviour end_behaviour)
        : name_{std::move(name)}
        , frame_times_{std::make_shared<const std::vector<Nanos>>(std::move(frame_times))}
        , end_behaviour_{end_behaviour}
    {
    }

    /// Returns the next frame time and advances to the one after it. Empty if the recording has ended.
    std::optional<Nanos> take_next_frame_time()
    {
        if (has_ended()) return std::nullopt;
        if (next_frame_index_ == frame_times_->size())
        {
            next_frame_index_ = 0;
            ++restart_count_;
        }
        return (*frame_times_)[next_frame_index_++];
    }

    std::optional<Nanos> peek_next_frame_time() const
    {
        if (has_ended()) return std::nullopt;
        return (*frame_times_)[next_frame_index_ % frame_times_->size()];
    }

    void set_end_behaviour(PlaybackEndBehaviour end_behaviour) { end_behaviour_ = end_behaviour; }
    /// Continues at this frame, but at the last frame if the recording is shorter.
    void seek(std::size_t frame_index) { next_frame_index_ = std::min(frame_index, size() - 1); }
    void restart() { next_frame_index_ = static_cast<std::size_t>(restart_count_ = 0); }
    void skip_to_end()
    {
        end_behaviour_ = PlaybackEndBehaviour::stop;
        next_frame_index_ = size();
    }

    const std::string& name() const { return name_; }
    /// Index of the next frame in the recording; size() after the last frame.
    std::size_t next_frame_index() const { return next_frame_index_; }
    std::size_t size() const { return frame_times_->size(); }
    const std::vector<Nanos>& frame_times() const { return *frame_times_; }
    int restart_count() const { return restart_count_; }
    bool has_ended() const
    {
        return end_behaviour_ == PlaybackEndBehaviour::stop && next_frame_index_ == frame_times_->size();
    }

private:
    std::string name_;
    std::shared_ptr<const std::vector<Nanos>> frame_times_; ///< shared by all copies, because a recording can be long
    PlaybackEndBehaviour end_behaviour_;
    std::size_t next_frame_index_ = 0;
    int restart_count_ = 0;
};

/// Reads the frame times of a recording. Of several streams, such as one for each process, it uses the longest.
/// With `first_part_text`, a file that becomes shorter while it is read is no error: see recordings::first_part_text().
base::Result<std::vector<Nanos>> load_frame_times(const std::string& path, std::string* first_part_text = nullptr);

struct LaneSetup
{
    std::string name{}; ///< shown in the window and in tables; lessons refer to it
    LaneConfig config{};
    /// If set, the source of the loop's frame times. If empty, the machine in `config` determines the frame times.
    std::optional<RecordingPlayback> recording{};
    /// The program that runs the loop, and its arguments; empty for the loop in `config`. No assignment sets it.
    std::vector<std::string> command{};
};

/// An assignment KEY=VALUE of one setting, such as "hz=50".
struct Assignment
{
    std::string key;
    std::string value;
    int line = 0; ///< line number; 0 if the assignment was not read from a file
};

struct AssignmentError
{
    std::string message;
    int line = 0; ///< line number of the invalid assignment; 0 if no single assignment is invalid
};

/// True if the commands that run a loop have an option for the control.
bool is_run_option(const Control& control);

/// Moves assignments on which others depend, such as the choice of the loop, to the front. The others keep their order.
void sort_by_dependency(std::vector<Assignment>& assignments);

/// Splits "LOOP,KEY=VALUE,...". Words are separated by commas or spaces; in a value, %2C is a comma and %20 a space.
base::Result<std::vector<Assignment>> parse_lane(std::string_view text);

/// Returns an error if a key or value is invalid. Settings may conflict, as those of a user can.
std::optional<AssignmentError> apply_unchecked_assignments(LaneSetup& setup, std::vector<Assignment> assignments);
/// Returns an error if a key or value is invalid, or if settings conflict. Sets an empty setup.name to the loop's name.
std::optional<AssignmentError> apply_assignments(LaneSetup& setup, std::vector<Assignment> assignments);
/// The lane of an option --lane: `config` after `common` and the option's own assignments. `program=PYTHON%20FILE`
/// names the program that runs the loop; only a command line has it. Throws base::BadInput if the text is invalid.
/// Settings may conflict: see check().
LaneSetup parse_lane_option(std::string_view text, std::vector<Assignment> common, const LaneConfig& config = {});
/// Returns an error if settings conflict, with the line in `assignments`.
std::optional<AssignmentError> check(const LaneSetup& setup, std::span<const Assignment> assignments = {});
/// `config` after assignments such as "hz=50". Throws base::BadInput if one is invalid, or if settings conflict.
LaneSetup make_lane_setup(std::vector<Assignment> assignments, const LaneConfig& config = {});
/// `space_separated` has the form "KEY=VALUE KEY=VALUE".
std::vector<Assignment> split_into_unchecked_assignments(std::string_view space_separated);

} // namespace lab
