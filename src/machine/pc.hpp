// machine/pc.hpp -- the PC that runs the loop: it measures frames, and is as slow as it was asked to be
#pragma once

#include "machine/clock.hpp"
#include "machine/lag.hpp"

#include <optional>

namespace machine
{

enum class Vsync : std::uint8_t
{
    off,
    on,
    adaptive, ///< on, unless the frame is late
};

struct Settings
{
    LagSettings lag{};
    Nanos step_cost{};             ///< every physics step, really spent, 0 to 100 ms
    double limit_hz = 0.0;         ///< frames a second at the most; 0 for no limit
    Vsync vsync     = Vsync::on;   ///< asked of the driver; obeyed exactly by the virtual clock
    timestep::Rate refresh{60, 1}; ///< of the virtual clock's display
    Nanos refresh_period{};        ///< of the real display, for loops that ask; 0 when it is not known
    Nanos render_cost{2'000'000};  ///< of the virtual clock's renderer, 0 to 100 ms
};

/// One frame: begin_frame, then as many steps as the loop wants, then end_frame.
class Pc
{
public:
    Pc(Clock& clock, std::uint64_t seed)
        : clock_{clock}
        , lag_{seed}
        , origin_{clock.now()}
        , frame_start_{origin_}
    {
    }

    /// Wall time since the last call, as the loop measures it.
    Nanos begin_frame();
    /// The same for a recording: waits until the frame has lasted `recorded` since the end of the recorded frame before
    /// it, and returns exactly that.
    Nanos begin_recorded_frame(Nanos recorded);
    /// Wall time since the start, read at the last begin_frame.
    Nanos time() const { return frame_start_ - origin_; }
    /// The clock's reading at the last begin_frame.
    Nanos frame_start() const { return frame_start_; }
    /// Wall time since the last begin_frame.
    Nanos elapsed() { return clock_.now() - frame_start_; }
    /// Uses the core up for as long as one physics step costs.
    void spend(Nanos cost);
    /// Loses the injected lag, then waits for the limiter.
    void end_frame(const Settings& settings);
    /// Adds `duration` to this frame, once.
    void hitch(Nanos duration) { lag_.hitch(duration); }
    /// How far behind a recording this PC is; zero when it keeps up within a millisecond.
    Nanos behind_recording() const { return behind_; }
    Clock& clock() { return clock_; }

private:
    void limit(double hz);

    Clock& clock_;
    Lag lag_;
    Nanos origin_;
    Nanos frame_start_;
    Nanos limiter_deadline_{};
    std::optional<Nanos> replay_deadline_;
    Nanos behind_{};
};

/// When the virtual clock's display shows what is ready at `ready`: at once without VSYNC, at the next multiple of the
/// refresh period with it, and at once when adaptive VSYNC meets a frame, begun at `begun`, that took longer than that.
Nanos shown_at(Nanos begun, Nanos ready, const Settings& settings);

} // namespace machine
