// app/key_taps.hpp -- a key that goes down and up within one frame is down in it
// Dear ImGui before 1.87 asks once a frame which keys are down: on a PC with long frames it would miss most taps.
#pragma once

#include <SDL.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace app
{

class KeyTaps
{
public:
    /// The releases that the last frame kept back; they come first in this one.
    std::vector<SDL_Event> begin_frame()
    {
        went_down_.clear();
        return std::exchange(kept_, {});
    }

    /// Whether this one is kept for the next frame: a release of what went down in this one.
    bool keeps(const SDL_Event& event)
    {
        if (event.type != SDL_KEYDOWN && event.type != SDL_KEYUP) return false;
        const SDL_Scancode key = event.key.keysym.scancode;
        if (event.type == SDL_KEYDOWN)
        {
            went_down_.push_back(key);
            std::erase_if(kept_, [&](const SDL_Event& up) { return up.key.keysym.scancode == key; });
            return false;
        }
        if (std::ranges::find(went_down_, key) == went_down_.end()) return false;
        kept_.push_back(event);
        return true;
    }

private:
    std::vector<SDL_Scancode> went_down_;
    std::vector<SDL_Event> kept_;
};

} // namespace app
