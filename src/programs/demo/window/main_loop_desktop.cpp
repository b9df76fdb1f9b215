#include "programs/demo/window/demo.hpp"
#include "programs/demo/window/main_loop.hpp"

namespace demo
{

void run_demo(const Options& options) { Demo{options}.run_to_end(); }

bool is_audio_allowed() { return true; }

bool browser_prefers_light_theme() { return false; }

bool page_starts_quietly() { return false; }

bool browser_prefers_reduced_motion() { return false; }

} // namespace demo
