// lab/lane/chosen_loop.hpp -- the loop that runs, as it is chosen and tuned while it does
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

    /// Takes over what was turned, and returns that as events. What a loop or stepper that goes had carried is left to
    /// be dropped. A nonsense loop is refused, and the one before goes on.
    std::uint32_t obey(const LoopSettings& settings);

    /// What is to be dropped since the last call.
    Nanos take_left();
    /// Why the loop that was put together by hand is not running: the one before it still is. Empty when all is well.
    const timestep::Refusal& refusal() const { return refusal_; }
    timestep::Loop& loop() { return loop_; }
    const timestep::Loop& loop() const { return loop_; }

private:
    std::uint32_t choose_axes(const timestep::Loop& axes);

    std::size_t preset_;
    timestep::Loop loop_;
    timestep::Refusal refusal_{};
    Nanos left_{};
};

} // namespace lab
