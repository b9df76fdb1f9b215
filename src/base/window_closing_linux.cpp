#include "base/started_program.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <dlfcn.h>

namespace base
{

namespace
{

// The declarations of Xlib that this file needs, from the manual "Xlib - C Language X Interface". The program loads
// Xlib at run time and only to close a window, so that it also runs on systems without X11.
using Window = unsigned long;
using Atom   = unsigned long;

struct ClientMessage
{
    int type = 33; // value of Xlib's constant ClientMessage, the event type
    unsigned long serial{};
    int send_event{};
    void* display{};
    Window window{};
    Atom message_type{};
    int format = 32;
    std::array<long, 5> data{};
    std::array<long, 24> union_padding{};
};

class Xlib
{
public:
    explicit Xlib(const char* display_name)
        : library_{dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL)}
    {
        if (library_ == nullptr) return;
        // Makes Xlib ignore errors, because another program may close a window at any time.
        function<int(int (*)(void*, void*))>("XSetErrorHandler")([](void*, void*) { return 0; });
        display_ = function<void*(const char*)>("XOpenDisplay")(display_name);
    }
    Xlib(const Xlib&)           = delete;
    void operator=(const Xlib&) = delete;
    ~Xlib()
    {
        if (display_ != nullptr) function<int(void*)>("XCloseDisplay")(display_);
        if (library_ != nullptr) dlclose(library_);
    }

    bool is_open() const { return display_ != nullptr; }
    Window root() { return function<Window(void*)>("XDefaultRootWindow")(display_); }
    Atom atom(const char* name) { return function<Atom(void*, const char*, int)>("XInternAtom")(display_, name, 0); }

    std::vector<Window> children(Window parent_window)
    {
        Window root = 0, parent = 0;
        Window* list   = nullptr;
        unsigned count = 0;
        if (function<int(void*, Window, Window*, Window*, Window**, unsigned*)>("XQueryTree")(
                display_, parent_window, &root, &parent, &list, &count) == 0)
            return {};
        std::vector<Window> windows(list, list + count);
        free_memory(list);
        return windows;
    }

    // Reads a window property that consists of up to 16 numbers, such as the process ID in _NET_WM_PID.
    std::vector<unsigned long> property(Window window, Atom property_name)
    {
        Atom type           = 0;
        int format          = 0;
        unsigned long count = 0, bytes_left = 0;
        unsigned char* bytes = nullptr;
        using Get = int(void*, Window, Atom, long, long, int, Atom, Atom*, int*, unsigned long*, unsigned long*,
                        unsigned char**);
        function<Get>("XGetWindowProperty")(display_, window, property_name, 0, 16, 0, 0, &type, &format, &count,
                                            &bytes_left, &bytes);
        std::vector<unsigned long> numbers;
        if (bytes != nullptr && format == 32)
            numbers.assign(reinterpret_cast<unsigned long*>(bytes),
                           reinterpret_cast<unsigned long*>(bytes) + count); // NOLINT: Xlib returns numbers as bytes
        free_memory(bytes);
        return numbers;
    }

    void request_close(Window window)
    {
        ClientMessage message{.display = display_, .window = window, .message_type = atom("WM_PROTOCOLS")};
        message.data[0] = static_cast<long>(atom("WM_DELETE_WINDOW"));
        function<int(void*, Window, int, long, void*)>("XSendEvent")(display_, window, 0, 0, &message);
        function<int(void*, int)>("XSync")(display_, 0);
    }

private:
    template <class Function>
    Function* function(const char* name)
    {
        return reinterpret_cast<Function*>(dlsym(library_, name)); // NOLINT: dlsym returns functions as void*
    }
    void free_memory(void* memory)
    {
        if (memory != nullptr) function<int(void*)>("XFree")(memory);
    }

    void* library_;
    void* display_ = nullptr;
};

bool contains_number(const auto& numbers, unsigned long number)
{
    return std::ranges::any_of(numbers, [&](auto n) { return static_cast<unsigned long>(n) == number; });
}

} // namespace

int ask_windows_to_close(std::span<const int> pids, const std::string& display)
{
    Xlib xlib{display.empty() ? nullptr : display.c_str()};
    if (!xlib.is_open()) return 0;
    const Atom protocols_property = xlib.atom("WM_PROTOCOLS"), close_protocol = xlib.atom("WM_DELETE_WINDOW"),
               pid_property              = xlib.atom("_NET_WM_PID");
    int request_count                    = 0;
    std::vector<Window> windows_of_level = {xlib.root()};
    // A window manager can put a window into one or two frame windows, so three levels are searched.
    for (int depth = 0; depth < 3; ++depth)
    {
        std::vector<Window> child_windows;
        for (const Window parent : windows_of_level)
            for (const Window window : xlib.children(parent)) child_windows.push_back(window);
        for (const Window window : child_windows)
        {
            const auto owner_pid = xlib.property(window, pid_property);
            if (owner_pid.empty() || !contains_number(pids, owner_pid.front())) continue;
            if (!contains_number(xlib.property(window, protocols_property), close_protocol)) continue;
            xlib.request_close(window);
            ++request_count;
        }
        windows_of_level = std::move(child_windows);
    }
    return request_count;
}

} // namespace base
