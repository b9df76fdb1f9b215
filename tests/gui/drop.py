"""A file dropped on a window, as a file manager does it: the XDND protocol, version 5, by its published description
(freedesktop.org, "Drag-and-Drop Protocol for the X Window System")."""
import ctypes
import pathlib
import time

SELECTION_REQUEST, SELECTION_NOTIFY, CLIENT_MESSAGE = 30, 31, 33

# What the server says of a window that has gone meanwhile; Xlib's own answer is to end this program.
IGNORE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, event: 0)


class Source:
    """A window of our own that has the file."""

    def __init__(self, display):
        self.x11 = x11 = ctypes.CDLL("libX11.so.6")
        x11.XSetErrorHandler(IGNORE)
        pointer, number = ctypes.c_void_p, ctypes.c_ulong
        x11.XOpenDisplay.restype = pointer
        x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = x11.XCreateSimpleWindow.restype = number
        x11.XInternAtom.argtypes = [pointer, ctypes.c_char_p, ctypes.c_int]
        x11.XDefaultRootWindow.argtypes = x11.XFlush.argtypes = x11.XPending.argtypes = x11.XCloseDisplay.argtypes = [pointer]
        x11.XCreateSimpleWindow.argtypes = [pointer, number, *[ctypes.c_int] * 2, *[ctypes.c_uint] * 3, number, number]
        x11.XSetSelectionOwner.argtypes = [pointer, number, number, number]
        x11.XSendEvent.argtypes = [pointer, number, ctypes.c_int, ctypes.c_long, pointer]
        x11.XNextEvent.argtypes = [pointer, pointer]
        x11.XChangeProperty.argtypes = [pointer, number, number, number, ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_int]
        self.server = x11.XOpenDisplay(display.encode())
        self.window = x11.XCreateSimpleWindow(self.server, x11.XDefaultRootWindow(self.server), 0, 0, 1, 1, 0, 0, 0)

    def atom(self, name):
        return self.x11.XInternAtom(self.server, name.encode(), 0)

    def send(self, to, words):
        event = (ctypes.c_long * 24)(*words)
        self.x11.XSendEvent(self.server, to, 0, 0, ctypes.byref(event))
        self.x11.XFlush(self.server)

    def message(self, to, name, *data):
        self.send(to, [CLIENT_MESSAGE, 0, 0, 0, to, self.atom(name), 32, self.window, *data])

    def answer(self, event, text):
        """Hands the text to who asks for it."""
        requestor, selection, target, place, when = event[5:10]
        self.x11.XChangeProperty(self.server, requestor, place, target, 8, 0, text, len(text))
        self.send(requestor, [SELECTION_NOTIFY, 0, 0, 0, requestor, selection, target, place, when])

    def serve(self, text, seconds, process):
        """Until the other side says that it has finished; whether it did, or its program ended."""
        event = (ctypes.c_long * 24)()
        finished = self.atom("XdndFinished")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.x11.XPending(self.server):
                if process and process.poll() is not None:
                    return False
                time.sleep(0.01)
                continue
            self.x11.XNextEvent(self.server, event)
            kind = event[0] & 0xFF
            if kind == SELECTION_REQUEST:
                self.answer(list(event), text)
            if kind == CLIENT_MESSAGE and event[5] == finished:
                return True
        return False

    def close(self):
        self.x11.XCloseDisplay(self.server)


def drop_file(display, window, path, seconds=10, process=None):
    """Whether the window took it in that time; it is not waited for when its process has ended."""
    source = Source(display)
    source.x11.XSetSelectionOwner(source.server, source.atom("XdndSelection"), source.window, 0)
    source.message(window, "XdndEnter", 5 << 24, source.atom("text/uri-list"), 0, 0)
    source.message(window, "XdndPosition", 0, 100 << 16 | 100, 0, source.atom("XdndActionCopy"))
    source.message(window, "XdndDrop", 0, 0, 0, 0)
    taken = source.serve((pathlib.Path(path).as_uri() + "\r\n").encode(), seconds, process)
    source.close()
    return taken
