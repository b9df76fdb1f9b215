#include "programs/demo/window/sdl_video.hpp"

#include "base/environment.hpp"
#include "base/message.hpp"
#include "base/stopping.hpp"

#include <SDL.h>
#include <fmt/core.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace demo
{

namespace
{

// Does not call the Wayland library, because the library prints an error if there is no server.
bool accepts_wayland_connections()
{
    const std::string name = base::environment_variable("WAYLAND_DISPLAY"),
                      folder = base::environment_variable("XDG_RUNTIME_DIR");
    if (name.starts_with('/')) return base::local_socket_accepts_connections(name);
    return !name.empty() && !folder.empty() && base::local_socket_accepts_connections(folder + "/" + name);
}

bool has_video_driver(std::string_view name)
{
    for (int i = 0; i < SDL_GetNumVideoDrivers(); ++i)
        if (SDL_GetVideoDriver(i) == name) return true;
    return false;
}

base::StderrCapture* active_stderr_capture = nullptr;

// Called at exit: the graphics driver calls exit() if it fails.
void report_driver_exit()
{
    if (active_stderr_capture == nullptr || !active_stderr_capture->is_active()) return;
    active_stderr_capture->restore_stderr();
    base::print_error("timestep_demo",
                      fmt::format("no OpenGL: the graphics driver ended the program; {}", opengl_remedy));
    std::_Exit(2);
}

bool uses_x11()
{
    const char* const driver = SDL_GetCurrentVideoDriver();
    return driver != nullptr && driver == std::string_view{"x11"};
}

template <class Function>
Function x11_function(const char* name)
{
    static void* const library = SDL_LoadObject("libX11.so.6");
    return library == nullptr ? nullptr : reinterpret_cast<Function>(SDL_LoadFunction(library, name));
}

std::function<void()> save_files_without_display; // empty without a DisplayWatch
std::mutex saved_data_mutex; // with a DisplayWatch, the main thread unlocks it only in a DisplayCall
std::atomic<std::int64_t> display_call_edges{0}; // begins and ends of DisplayCalls: odd in a call

// Without a `reason`, ends the program as the received stop signal does, if all files could be saved.
[[noreturn]] void exit_without_display(std::string_view reason)
{
    const auto save_files = std::exchange(save_files_without_display, nullptr);
    std::string message{reason};
    try
    {
        if (save_files) save_files();
        if (reason.empty()) base::exit_by_signal();
        message += "; all open files are saved";
    }
    catch (const std::exception& failure)
    {
        message += fmt::format("{}{}", reason.empty() ? "" : "; ", failure.what());
    }
    base::print_error("timestep_demo", message);
    base::flush_stdout();
    std::_Exit(2);
}

// Must not return, because Xlib would call exit(), which can wait forever for threads of the graphics driver.
extern "C" int exit_on_display_loss(void*)
{
    if (save_files_without_display && display_call_edges % 2 == 1) saved_data_mutex.lock();
    exit_without_display("the connection to the display was lost");
}

// A display call that has lasted for 0.3 s after a stop signal may not end before the signal's deadline. If the program
// has computed meanwhile, it draws slowly; else the display does not answer.
void watch_display_calls(std::timed_mutex& running)
{
    constexpr std::clock_t min_busy_time = CLOCKS_PER_SEC / 200;
    std::int64_t last_edges = 0;
    std::clock_t first_processor_time = 0; // of the program, in the current call
    for (int unchanged_count = 0; !running.try_lock_for(std::chrono::milliseconds{100});)
    {
        const std::int64_t edges = display_call_edges;
        const bool is_blocked = base::received_stop_signal() != 0 && edges % 2 == 1 && edges == last_edges;
        unchanged_count = is_blocked ? unchanged_count + 1 : 0;
        if (unchanged_count <= 1) first_processor_time = std::clock();
        last_edges = edges;
        if (unchanged_count < 3 || !saved_data_mutex.try_lock()) continue;
        const bool is_idle = std::clock() - first_processor_time < min_busy_time;
        if (display_call_edges == edges) exit_without_display(is_idle ? "the display does not answer" : "");
        saved_data_mutex.unlock();
    }
    running.unlock();
}

} // namespace

HeldDriverMessages::HeldDriverMessages()
{
    static const bool is_registered = std::atexit(report_driver_exit) == 0;
    if (is_registered) active_stderr_capture = &stderr_capture_.emplace();
}

HeldDriverMessages::~HeldDriverMessages()
{
    active_stderr_capture = nullptr;
    if (!stderr_capture_) return;
    stderr_capture_->restore_stderr();
    if (std::uncaught_exceptions() == 0)
        static_cast<void>(
            base::File::standard(base::StandardStream::error).write(stderr_capture_->read_captured_text()));
}

void throw_video_error(const char* cause, const char* remedy)
{
    throw std::runtime_error(fmt::format("{} ({}); {}", cause, SDL_GetError(), remedy));
}

bool start_video_with_display()
{
    SDL_SetHint(SDL_HINT_WINDOWS_DPI_SCALING, "1"); // Windows only: window sizes in points, as on other systems
    if ((has_video_driver("x11") || has_video_driver("wayland")) && SDL_getenv("SDL_VIDEODRIVER") == nullptr)
    {
        const bool has_x11 = !base::environment_variable("DISPLAY").empty();
        const bool has_wayland = accepts_wayland_connections();
        if (!has_x11 && !has_wayland) // SDL could choose a driver that shows nothing
        {
            SDL_SetError("DISPLAY is not set, and no server answers at WAYLAND_DISPLAY");
            return false;
        }
        const char* const available_driver = has_x11 ? "x11" : "wayland";
        SDL_SetHint(SDL_HINT_VIDEODRIVER, has_x11 && has_wayland ? "x11,wayland" : available_driver);
    }
    return SDL_Init(SDL_INIT_VIDEO) == 0;
}

void start_video_preferring_offscreen()
{
    if (has_video_driver("offscreen")) SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        throw_video_error("no offscreen display", "use an SDL2 with the offscreen driver");
}

DisplayWatch::DisplayWatch(std::function<void()> save_files)
{
    using Handler = int (*)(void*);
    using SetHandler = Handler (*)(Handler);
    save_files_without_display = std::move(save_files);
    saved_data_mutex.lock();
    running_.lock();
    if (base::can_start_threads()) watch_ = base::Task<void>{[this] { watch_display_calls(running_); }};
    if (!uses_x11()) return;
    if (const auto set_x_error_handler = x11_function<SetHandler>("XSetIOErrorHandler"))
        set_x_error_handler(exit_on_display_loss);
}

DisplayWatch::~DisplayWatch()
{
    running_.unlock();
    save_files_without_display = nullptr;
    saved_data_mutex.unlock();
}

DisplayCall::DisplayCall()
{
    ++display_call_edges;
    if (save_files_without_display) saved_data_mutex.unlock();
}

DisplayCall::~DisplayCall()
{
    if (save_files_without_display) saved_data_mutex.lock();
    ++display_call_edges;
}

// A window manager sets _NET_SUPPORTING_WM_CHECK on the root window (Extended Window Manager Hints 1.5).
bool has_window_manager()
{
    using Atom = unsigned long;
    using Property =
        int (*)(void*, Atom, Atom, long, long, int, Atom, Atom*, int*, unsigned long*, unsigned long*, unsigned char**);
    if (!uses_x11()) return true;
    const auto open_display = x11_function<void* (*)(const char*)>("XOpenDisplay");
    const auto close_display = x11_function<int (*)(void*)>("XCloseDisplay");
    const auto root_window = x11_function<Atom (*)(void*)>("XDefaultRootWindow");
    const auto intern_atom = x11_function<Atom (*)(void*, const char*, int)>("XInternAtom");
    const auto get_property = x11_function<Property>("XGetWindowProperty");
    const auto free_property = x11_function<int (*)(void*)>("XFree");
    if (!open_display || !close_display || !root_window || !intern_atom || !get_property || !free_property) return true;
    void* const display = open_display(nullptr);
    if (display == nullptr) return true;
    Atom ignored_type = 0;
    int ignored_format = 0;
    unsigned long item_count = 0, ignored_bytes_after = 0;
    unsigned char* ignored_value = nullptr;
    const Atom check_atom = intern_atom(display, "_NET_SUPPORTING_WM_CHECK", 1);
    if (check_atom != 0)
        get_property(display, root_window(display), check_atom, 0, 1, 0, 0, &ignored_type, &ignored_format, &item_count,
                     &ignored_bytes_after, &ignored_value);
    if (ignored_value != nullptr) free_property(ignored_value);
    close_display(display);
    return item_count > 0;
}

} // namespace demo
