// programs/demo/window/main_loop.hpp -- the demo's main loop on the desktop or in a browser
#pragma once

#include "programs/demo/window/options.hpp"

namespace demo
{

/// In a browser, returns after the start; the browser then runs the frames. Throws std::runtime_error (one line).
void run_demo(const Options& options);

/// True if the audio device may be opened. A browser allows sound only after the user's first key, click or touch.
bool is_audio_allowed();
/// True if the visitor's browser asks web pages for light colours. Always false in the desktop program.
bool browser_prefers_light_theme();
bool browser_prefers_reduced_motion();
/// True if the page shows a link or the visitor's own work again: without the opening, and without a notice.
bool page_starts_quietly();

} // namespace demo
