// programs/demo/window/key_taps.hpp -- if a key is pressed and released in one frame, delays the release to the next
// frame
//
// Dear ImGui before 1.87 reads the state of the keys once per frame, so it would not notice such a short press.
#pragma once

#include <SDL.h>

#include <utility>
#include <vector>

namespace demo
{

class KeyTaps
{
public:
    /// Begins a frame. Returns the key releases that were delayed in the last frame; the caller must handle them before
    /// the events of this frame.
    std::vector<SDL_Event> begin_frame()
    {
        something_went_down_ = false;
        return std::exchange(kept_, {});
    }

    /// Returns true if the caller must delay `event` to the next frame. True for each key release after the first key
    /// press of this frame. So keys that were pressed together, such as Ctrl+Q, are down together.
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
