"""An X client for tests: reads the clipboard and the screen, and drops files on windows. Calls Xlib through ctypes."""
import ctypes
import pathlib
import time

SELECTION_REQUEST, SELECTION_NOTIFY, CLIENT_MESSAGE = 30, 31, 33
POINTER, NUMBER, INT, UNSIGNED = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_uint
EVENT = ctypes.c_long * 24

# Ignores errors of the X server, such as a window that no longer exists. Xlib's default handler would end this program.
IGNORE = ctypes.CFUNCTYPE(INT, POINTER, POINTER)(lambda display, event: 0)


class Image(ctypes.Structure):
    """The first fields of XImage in Xlib.h."""

    _fields_ = [(name, INT) for name in ("width", "height", "xoffset", "format")] + [("data", POINTER)]


DECLARED = {  # for each Xlib function: the type of its result and the types of its arguments
    "XOpenDisplay": (POINTER, [ctypes.c_char_p]),
    "XCloseDisplay": (INT, [POINTER]),
    "XDefaultRootWindow": (NUMBER, [POINTER]),
    "XCreateSimpleWindow": (NUMBER, [POINTER, NUMBER, *[INT] * 2, *[UNSIGNED] * 3, NUMBER, NUMBER]),
    "XInternAtom": (NUMBER, [POINTER, ctypes.c_char_p, INT]),
    "XFlush": (INT, [POINTER]),
    "XPending": (INT, [POINTER]),
    "XNextEvent": (INT, [POINTER, POINTER]),
    "XSendEvent": (INT, [POINTER, NUMBER, INT, ctypes.c_long, POINTER]),
    "XConvertSelection": (INT, [POINTER, *[NUMBER] * 5]),
    "XSetSelectionOwner": (INT, [POINTER, *[NUMBER] * 3]),
    "XGetWindowProperty": (INT, [POINTER, NUMBER, NUMBER, ctypes.c_long, ctypes.c_long, INT, NUMBER, *[POINTER] * 5]),
    "XChangeProperty": (INT, [POINTER, *[NUMBER] * 3, INT, INT, ctypes.c_char_p, INT]),
    "XGetImage": (ctypes.POINTER(Image), [POINTER, NUMBER, INT, INT, UNSIGNED, UNSIGNED, NUMBER, INT]),
    "XFree": (INT, [POINTER]),
}


class Client:
    """A connection to an X server, with an invisible window."""

    def __init__(self, display):
        self.x11 = ctypes.CDLL("libX11.so.6")
        for name, (returned, taken) in DECLARED.items():
            function = getattr(self.x11, name)
            function.restype, function.argtypes = returned, taken
        self.x11.XSetErrorHandler(IGNORE)
        self.server = self.x11.XOpenDisplay(display.encode())
        self.root = self.x11.XDefaultRootWindow(self.server)
        self.window = self.x11.XCreateSimpleWindow(self.server, self.root, 0, 0, 1, 1, 0, 0, 0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.x11.XCloseDisplay(self.server)

    def atom(self, name):
        return self.x11.XInternAtom(self.server, name.encode(), 0)

    def events(self, seconds, process=None):
        """Yields the kind and the data of each event that arrives within `seconds`, or until `process` has ended."""
        event, end = EVENT(), time.monotonic() + seconds
        while time.monotonic() < end:
            if self.x11.XPending(self.server):
                self.x11.XNextEvent(self.server, event)
                yield event[0] & 0xFF, list(event)
            elif process and process.poll() is not None:
                return
            else:
                time.sleep(0.01)

    def send(self, to, words):
        self.x11.XSendEvent(self.server, to, 0, 0, ctypes.byref(EVENT(*words)))
        self.x11.XFlush(self.server)

    def message(self, to, name, *data):
        self.send(to, [CLIENT_MESSAGE, 0, 0, 0, to, self.atom(name), 32, self.window, *data])

    def answer(self, event, text):
        """Answers a SelectionRequest event: stores `text` in the requestor's property and notifies the requestor."""
        requestor, selection, target, place, when = event[5:10]
        self.x11.XChangeProperty(self.server, requestor, place, target, 8, 0, text, len(text))
        self.send(requestor, [SELECTION_NOTIFY, 0, 0, 0, requestor, selection, target, place, when])


def clipboard(display):
    """Returns the text on the clipboard of an X server, requested from the window that owns the clipboard."""
    with Client(display) as client:
        names = [client.atom(name) for name in ("CLIPBOARD", "UTF8_STRING", "TIMESTEP_TEST")]
        client.x11.XConvertSelection(client.server, *names, client.window, 0)
        client.x11.XFlush(client.server)
        if not any(kind == SELECTION_NOTIFY for kind, _ in client.events(10)):
            raise AssertionError("no window has answered the request for the clipboard")
        kind, form, count, left, data = NUMBER(), INT(), NUMBER(), NUMBER(), POINTER()
        places = [ctypes.byref(place) for place in (kind, form, count, left, data)]
        client.x11.XGetWindowProperty(client.server, client.window, names[2], 0, 1 << 20, 0, 0, *places)
        return ctypes.string_at(data.value, count.value).decode() if data.value else ""


def screen(display, left, top, width, height):
    """Returns the pixels of a rectangle of an X server's screen, row by row, four bytes per pixel."""
    with Client(display) as client:
        image = client.x11.XGetImage(client.server, client.root, left, top, width, height, NUMBER(-1).value, 2)
        bytes_there = ctypes.string_at(image.contents.data, width * height * 4)
        client.x11.XFree(ctypes.cast(image.contents.data, POINTER))
        client.x11.XFree(ctypes.cast(image, POINTER))
        return bytes_there


def drop_file(display, window, path, seconds=10, process=None):
    """Drops a file on a window as a file manager does, by the XDND protocol, version 5 (freedesktop.org, "Drag-and-Drop Protocol for the X
    Window System"). Returns True if the window accepts the file within `seconds`; stops waiting when `process` has ended."""
    with Client(display) as source:
        source.x11.XSetSelectionOwner(source.server, source.atom("XdndSelection"), source.window, 0)
        source.message(window, "XdndEnter", 5 << 24, source.atom("text/uri-list"), 0, 0)
        source.message(window, "XdndPosition", 0, 100 << 16 | 100, 0, source.atom("XdndActionCopy"))
        source.message(window, "XdndDrop", 0, 0, 0, 0)
        for kind, event in source.events(seconds, process):
            if kind == SELECTION_REQUEST:
                source.answer(event, (pathlib.Path(path).as_uri() + "\r\n").encode())
            if kind == CLIENT_MESSAGE and event[5] == source.atom("XdndFinished"):
                return True
        return False
