// programs/demo/window/sound.hpp -- the selected lane through the loudspeaker
#pragma once

#include "views/clicks.hpp"

#include <SDL.h>

#include <string>

namespace demo
{

class Sound
{
public:
    Sound() = default;
    ~Sound();
    Sound(const Sound&)            = delete;
    Sound& operator=(const Sound&) = delete;

    /// Opens or closes the device. Returns one line that says why there is no sound, or nothing.
    std::string turn(bool on);
    bool on() const { return device_ != 0; }
    /// A frame begins `after` from now.
    void hear(const telemetry::FrameSample& sample, timestep::Nanos after);

private:
    static void fill(void* self, Uint8* bytes, int size);

    SDL_AudioDeviceID device_ = 0;
    views::Clicks clicks_{}; ///< of the device's thread, but while the device is locked
};

} // namespace demo
