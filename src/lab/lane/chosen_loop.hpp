// lab/lane/chosen_loop.hpp -- the loop of a lane; the user can replace and change it while it runs
#pragma once

#include "lab/settings/settings.hpp"
#include "timestep/check.hpp"
#include "timestep/presets.hpp"

#include <cstddef>
#include <cstdint>

namespace lab
{

class ChosenLoop
{
public:
    explicit ChosenLoop(const LoopSettings& settings)
        : preset_{settings.preset}
        , loop_{settings.axes}
    {
    }

    /// Copies changed settings to the loop. Returns the changes as telemetry events. If the loop or the stepper is
    /// replaced, the time that the old one carried must be dropped: see take_left(). If the settings are not a valid
    /// loop, the old loop continues and refusal() has the reason.
    std::uint32_t obey(const LoopSettings& settings);

    /// Returns the time that replaced loops and steppers had carried since the last call. The caller must drop this
    /// time.
    Nanos take_left();
    /// Returns why the settings are not a valid loop; empty if they are valid. An invalid loop does not run: the loop
    /// before it continues.
    const timestep::Refusal& refusal() const { return refusal_; }
    timestep::Loop& loop() { return loop_; }
    const timestep::Loop& loop() const { return loop_; }

private:
    std::uint32_t choose_axes(const timestep::Loop& axes);

    std::size_t preset_;
    timestep::Loop loop_;
    timestep::Refusal refusal_{};
    Nanos left_{}; ///< time that replaced loops and steppers had carried
};

} // namespace lab
