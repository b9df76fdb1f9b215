// programs/demo/window/sound.hpp -- plays the selected lane's frames and steps as clicks through the loudspeaker
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

    /// Opens or closes the audio device. Returns one line with the error, or an empty text on success.
    std::string turn(bool on);
    bool on() const { return device_ != 0; }
    /// Plays the clicks of one frame, beginning `after` from now. Does nothing while the sound is off.
    void hear(const telemetry::FrameSample& sample, timestep::Nanos after);

private:
    static void fill(void* self, Uint8* bytes, int size);

    SDL_AudioDeviceID device_ = 0;
    views::Clicks clicks_{}; ///< used by the audio thread; other threads must lock the device first
};

} // namespace demo
