// programs/demo/window/sound.hpp -- plays a short sound for each frame and each physics step of the selected loop
#pragma once

#include "base/message.hpp"
#include "views/clicks.hpp"

#include <SDL.h>

namespace demo
{

class Sound
{
public:
    Sound() = default;
    ~Sound();
    Sound(const Sound&)            = delete;
    Sound& operator=(const Sound&) = delete;

    /// Opens the audio device if `on` is true, otherwise closes it.
    base::Error enable(bool on);
    /// Plays the sounds of one frame after a delay of `delay`. Does nothing if the sound is off.
    void play(const telemetry::FrameSample& sample, timestep::Nanos delay);

private:
    static void fill_buffer(void* self, Uint8* bytes, int byte_count);

    SDL_AudioDeviceID device_ = 0;
    /// The sounds that are playing. Shared with the audio thread: other threads must lock the audio device first.
    views::LaneSound clicks_{};
};

} // namespace demo
