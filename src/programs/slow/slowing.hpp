// programs/slow/slowing.hpp -- slows this process down: spends the lag of the page's PC after each presented picture
#pragma once

#include "sim/game/page.hpp"
#include "sim/machine/live_pc.hpp"

#include <array>
#include <mutex>
#include <optional>

namespace slow
{

using sim::Nanos;

/// The process that presents pictures, and the PC on which it seems to run. Of several windows or swap chains, the
/// busiest is the game: only its frames get lag; the others are recorded. Functions may be called by several threads.
class SlowedProcess
{
public:
    /// `process` and `name` are this process's number and the name of its program. `page` outlives this object.
    SlowedProcess(sim::GamePage& page, std::int32_t process, const char* name);

    /// Returns true if a picture that begins to be presented now is a part of the window's last picture: calls of
    /// SDL_UpdateRect and the like, less than 1 ms after the last.
    bool is_same_picture(std::size_t call, std::uint64_t window);
    /// Call it when a presenting call has returned. Spends the lag of the frame and writes its record.
    void presented(std::size_t call, std::uint64_t window);

private:
    struct Window
    {
        std::uint64_t key    = 0;
        std::uint32_t number = 0; // from 1; 0 for a free entry
        int weight           = 0; // number of its recent pictures
        Nanos end{};              // when its last presenting call returned
    };
    struct Frame
    {
        std::uint32_t window = 0; // number of the window
        std::size_t call     = 0;
        Nanos begun{}, presented{}, end{}; // start; when the presenting call was finished; when the lag was spent
        Nanos recorded{-1};
        bool slowed = false;
    };

    Window* find(std::uint64_t key);
    bool is_game(Window& window);
    void read_settings();
    Nanos recorded_frame();
    void spend_lag(Nanos begun, Nanos recorded);
    void write(const Frame& frame);

    sim::GamePage& page_;
    std::uint32_t process_;
    sim::WallClock clock_;
    std::mutex windows_mutex_; // for the windows; never held while the lag is spent
    std::array<Window, 32> windows_{};
    int pictures_ = 0;
    std::mutex pc_mutex_; // for everything below
    std::optional<sim::LivePc> pc_;
    sim::MachineSettings settings_{};
    std::uint32_t settings_version_ = 0;
    std::uint64_t recorded_         = 0; // index of the recording's next frame
};

} // namespace slow
