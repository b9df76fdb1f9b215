// programs/demo/window/main_loop.hpp -- runs the demo frame by frame; one source file for desktops and one for the
// browser
#pragma once

#include "programs/demo/window/options.hpp"

namespace demo
{

/// Opens the window and runs the demo until the user closes it (Demo::run). In a browser, returns after the start: the
/// page then calls each frame. Throws std::runtime_error with a line for the user.
void run_until_closed(const Options& options);

/// True if the program may begin to make sounds. A browser allows it after the user's first key, click or touch.
bool may_be_heard();

} // namespace demo
