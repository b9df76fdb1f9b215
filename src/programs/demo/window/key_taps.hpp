// programs/demo/window/key_taps.hpp -- delays the release of a key to the next frame if it was pressed in this frame
// Dear ImGui before 1.87 reads once per frame which keys are down. With long frames it would miss most short presses.
#pragma once

#include <SDL.h>

#include <utility>
#include <vector>

namespace demo
{

class KeyTaps
{
public:
    /// Begins a frame. Returns the releases that were delayed in the last frame; handle them before this frame's
    /// events.
    std::vector<SDL_Event> begin_frame()
    {
        something_went_down_ = false;
        return std::exchange(kept_, {});
    }

    /// Returns true if `event` is delayed to the next frame. That is every release after the first key press of this
    /// frame, so that all keys of a chord such as Ctrl+Q stay down together.
    bool keeps(const SDL_Event& event)
    {
        if (event.type == SDL_KEYDOWN)
        {
            something_went_down_ = true;
            std::erase_if(kept_,
                          [&](const SDL_Event& up) { return up.key.keysym.scancode == event.key.keysym.scancode; });
            return false;
        }
        if (event.type != SDL_KEYUP || !something_went_down_) return false;
        kept_.push_back(event);
        return true;
    }

private:
    std::vector<SDL_Event> kept_;
    bool something_went_down_ = false;
};

} // namespace demo
