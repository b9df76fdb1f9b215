// programs/demo/window/key_taps.hpp -- a key that goes down and up within one frame is down in it
// Dear ImGui before 1.87 asks once a frame which keys are down: on a PC with long frames it would miss most taps.
#pragma once

#include <SDL.h>

#include <utility>
#include <vector>

namespace demo
{

class KeyTaps
{
public:
    /// The releases that the last frame kept back; they come first in this one.
    std::vector<SDL_Event> begin_frame()
    {
        something_went_down_ = false;
        return std::exchange(kept_, {});
    }

    /// Whether this one is kept for the next frame: a release, once something went down in this one. Of a chord, all.
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
