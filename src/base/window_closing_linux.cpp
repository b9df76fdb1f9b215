#include "base/window_closing.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <dlfcn.h>

namespace base
{

namespace
{

// Declarations from the manual "Xlib - C Language X Interface". Xlib is loaded at run time, because X11 may be missing.
using Window = unsigned long;
using Atom = unsigned long;

struct ClientMessage
{
    int event_type = 33; // value of Xlib's constant ClientMessage, the event type
    unsigned long serial{};
    int send_event{};
    void* display{};
    Window window{};
    Atom message_type{};
    int format = 32;
    std::array<long, 5> data{};
    std::array<long, 24> union_padding{};
};

class X11Connection
{
public:
    explicit X11Connection(const char* display_name)
        : library_{dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL)}
    {
        if (library_ == nullptr) return;
        // Makes Xlib ignore errors, because another program may close a window at any time.
        find_function<int(int (*)(void*, void*))>("XSetErrorHandler")([](void*, void*) { return 0; });
        x_display_ = find_function<void*(const char*)>("XOpenDisplay")(display_name);
    }
    X11Connection(const X11Connection&) = delete;
    void operator=(const X11Connection&) = delete;
    ~X11Connection()
    {
        if (x_display_ != nullptr) find_function<int(void*)>("XCloseDisplay")(x_display_);
        if (library_ != nullptr) dlclose(library_);
    }

    bool is_connected() const { return x_display_ != nullptr; }
    Window root_window() { return find_function<Window(void*)>("XDefaultRootWindow")(x_display_); }
    Atom intern_atom(const char* name)
    {
        return find_function<Atom(void*, const char*, int)>("XInternAtom")(x_display_, name, 0);
    }

    std::vector<Window> query_child_windows(Window parent_window)
    {
        Window root_window = 0, parent = 0;
        Window* child_list = nullptr;
        unsigned child_count = 0;
        if (find_function<int(void*, Window, Window*, Window*, Window**, unsigned*)>("XQueryTree")(
                x_display_, parent_window, &root_window, &parent, &child_list, &child_count) == 0)
            return {};
        std::vector<Window> windows(child_list, child_list + child_count);
        free_memory(child_list);
        return windows;
    }

    // Reads a window property that consists of up to 16 values, such as the process ID in _NET_WM_PID.
    std::vector<unsigned long> read_property(Window window, Atom property_name)
    {
        Atom type = 0;
        int bits_per_value = 0;
        unsigned long value_count = 0, bytes_left = 0;
        unsigned char* bytes = nullptr;
        using GetWindowProperty = int(void*, Window, Atom, long, long, int, Atom, Atom*, int*, unsigned long*,
                                      unsigned long*, unsigned char**);
        find_function<GetWindowProperty>("XGetWindowProperty")(x_display_, window, property_name, 0, 16, 0, 0, &type,
                                                               &bits_per_value, &value_count, &bytes_left, &bytes);
        const auto* const first_value = reinterpret_cast<unsigned long*>(bytes); // NOLINT: Xlib returns values as bytes
        std::vector<unsigned long> values;
        if (bytes != nullptr && bits_per_value == 32) values.assign(first_value, first_value + value_count);
        free_memory(bytes);
        return values;
    }

    void request_close(Window window)
    {
        ClientMessage message{.display = x_display_, .window = window, .message_type = intern_atom("WM_PROTOCOLS")};
        message.data[0] = static_cast<long>(intern_atom("WM_DELETE_WINDOW"));
        find_function<int(void*, Window, int, long, void*)>("XSendEvent")(x_display_, window, 0, 0, &message);
        find_function<int(void*, int)>("XSync")(x_display_, 0);
    }

private:
    template <class Function>
    Function* find_function(const char* name)
    {
        return reinterpret_cast<Function*>(dlsym(library_, name)); // NOLINT: dlsym returns functions as void*
    }
    void free_memory(void* memory)
    {
        if (memory != nullptr) find_function<int(void*)>("XFree")(memory);
    }

    void* library_;
    void* x_display_ = nullptr;
};

bool contains_value(const auto& values, unsigned long value)
{
    return std::ranges::any_of(values, [&](auto v) { return static_cast<unsigned long>(v) == value; });
}

} // namespace

int ask_windows_to_close(std::span<const int> pids, const std::string& x11_display_name)
{
    X11Connection x11{x11_display_name.empty() ? nullptr : x11_display_name.c_str()};
    if (!x11.is_connected()) return 0;
    const Atom protocols_property = x11.intern_atom("WM_PROTOCOLS"),
               close_protocol = x11.intern_atom("WM_DELETE_WINDOW"), pid_property = x11.intern_atom("_NET_WM_PID");
    int request_count = 0;
    std::vector<Window> parent_windows = {x11.root_window()};
    // A window manager can put one or two windows around a program's window, so the loop searches three levels.
    for (int depth = 0; depth < 3; ++depth)
    {
        std::vector<Window> child_windows;
        for (const Window parent : parent_windows)
            for (const Window window : x11.query_child_windows(parent)) child_windows.push_back(window);
        for (const Window window : child_windows)
        {
            const auto pid_values = x11.read_property(window, pid_property);
            if (pid_values.empty() || !contains_value(pids, pid_values.front())) continue;
            if (!contains_value(x11.read_property(window, protocols_property), close_protocol)) continue;
            x11.request_close(window);
            ++request_count;
        }
        parent_windows = std::move(child_windows);
    }
    return request_count;
}

} // namespace base
