#!/usr/bin/env python3
"""Prints what a loop decides for the frame times on the standard input, in nanoseconds, one a line: in Python, with the shared library
libtimestep_c. The output is that of `timestep_lab plan --csv -`.
Usage: plan.py LIBRARY PRESET < FRAMES, or plan.py LIBRARY, which lists the presets"""
import ctypes
import sys

ABI = 1
PRESENTATIONS = ("latest", "interpolate", "extrapolate", "render-tick", "step-ahead")
COLUMNS = ("filtered_ns", "steps", "dt_ns", "tail_ns", "stepped_ns", "carried_ns", "dropped_ns", "filter_error_ns")


class Plan(ctypes.Structure):
    """The struct timestep_plan of timestep.h."""

    _fields_ = [
        ("size", ctypes.c_uint32), ("presentation", ctypes.c_uint32), ("steps", ctypes.c_int64), ("dt_ns", ctypes.c_int64),
        ("dt_seconds", ctypes.c_double), ("tail_ns", ctypes.c_int64), ("stepped_ns", ctypes.c_int64), ("carried_ns", ctypes.c_int64),
        ("dropped_ns", ctypes.c_int64), ("filter_error_ns", ctypes.c_int64), ("filtered_ns", ctypes.c_int64), ("alpha", ctypes.c_double),
        ("time_to_next_step_ns", ctypes.c_int64),
    ]


def load(path):
    """Loads the library and declares the functions that this program calls."""
    library = ctypes.CDLL(path)
    if library.timestep_abi() != ABI:
        sys.exit(f"plan.py: {path} has ABI {library.timestep_abi()}, this program needs {ABI}")
    library.timestep_preset_count.restype = ctypes.c_size_t
    library.timestep_preset_name.argtypes = [ctypes.c_size_t]
    library.timestep_preset_name.restype = ctypes.c_char_p
    library.timestep_new.argtypes = [ctypes.c_char_p, ctypes.c_int64, ctypes.c_int64]
    library.timestep_new.restype = ctypes.c_void_p
    library.timestep_free.argtypes = [ctypes.c_void_p]
    library.timestep_plan_frame.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(Plan)]
    return library


def main():
    library = load(sys.argv[1])
    if len(sys.argv) < 3:
        for i in range(library.timestep_preset_count()):
            print(library.timestep_preset_name(i).decode())
        return
    loop = library.timestep_new(sys.argv[2].encode(), 0, 0)  # at the preset's own rate
    if not loop:
        sys.exit(f"plan.py: no preset {sys.argv[2]}")

    print("frame,frame_ns," + ",".join(COLUMNS) + ",alpha,presentation")
    plan = Plan(size=ctypes.sizeof(Plan))
    for frame, line in enumerate(sys.stdin):
        if library.timestep_plan_frame(loop, int(line), 0, ctypes.byref(plan)) != 0:
            sys.exit("plan.py: timestep_plan_frame failed")
        cells = [frame, int(line), *(getattr(plan, column) for column in COLUMNS), plan.alpha, PRESENTATIONS[plan.presentation]]
        print(",".join(map(str, cells)))
    library.timestep_free(loop)


if __name__ == "__main__":
    main()
