// programs/demo/window/sound.hpp -- plays a short sound for each frame and each physics step of the selected loop
#pragma once

#include "base/message.hpp"
#include "views/loop_sound.hpp"

#include <SDL.h>

namespace demo
{

class FrameSoundPlayer
{
public:
    FrameSoundPlayer() = default;
    ~FrameSoundPlayer();
    FrameSoundPlayer(const FrameSoundPlayer&) = delete;
    FrameSoundPlayer& operator=(const FrameSoundPlayer&) = delete;

    base::OptionalError set_enabled(bool is_enabled);
    /// Plays the sounds of one frame and of its steps after `delay`. Does nothing if the audio device is closed.
    void schedule_sounds(const telemetry::FrameSample& frame, timestep::Nanos delay);

private:
    static void fill_audio_buffer(void* self, Uint8* bytes, int byte_count);

    SDL_AudioDeviceID audio_device_ = 0;
    /// The sounds that are playing. The audio thread reads them, so other threads must lock the audio device first.
    views::LoopSound sound_mixer_{};
};

} // namespace demo
