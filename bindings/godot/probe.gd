# SPDX-License-Identifier: MIT
# bindings/godot/probe.gd -- writes a line for each frame of a Godot 3 game, for `timestep_lab identify`
#
# Copy this file into the project, and add it in Project Settings, AutoLoad, with the name Probe. It writes probe.csv to
# the user data folder (Project, Open User Data Folder), or to the file that the environment variable TIMESTEP_PROBE names.
# Drop this file on the window of timestep_demo or on its page, or run: timestep_lab identify probe.csv
#
# To have the drawing judged, too, call in the _process of the game, with a body that moves and the camera's position:
#     Probe.set_drawn_position(body.global_position.x)
#     Probe.set_camera_position(camera.global_position.x)
extends Node

const PROBE_FORMAT = 2

var _file = File.new()
var _frame_begin_us = -1
var _frame_us = 0
var _is_begun = false
var _steps = 0
var _simulated = 0.0 # seconds
var _alpha = ""
var _drawn = ""
var _camera = ""


func set_drawn_position(position):
    _drawn = "%.6f" % position


func set_camera_position(position):
    _camera = "%.6f" % position


func _ready():
    process_priority = -1000 # before the game's nodes
    var path = OS.get_environment("TIMESTEP_PROBE")
    if _file.open(path if path != "" else "user://probe.csv", File.WRITE) != OK:
        push_error("the probe cannot write its file")
    else:
        _file.store_line("probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha,drawn,camera")


# The engine runs all physics steps of a frame, then _process once. The first of these calls begins the frame.
func _physics_process(delta):
    _begin_frame()
    _steps += 1
    _simulated += delta


func _process(_delta):
    _begin_frame()
    _alpha = "%.6f" % Engine.get_physics_interpolation_fraction()
    _is_begun = false


func _exit_tree():
    _write_frame()
    _file.close()


func _begin_frame():
    if _is_begun:
        return
    _is_begun = true
    _write_frame()
    var now = OS.get_ticks_usec()
    _frame_us = now - _frame_begin_us if _frame_begin_us >= 0 else 0
    _frame_begin_us = now
    _steps = 0
    _simulated = 0.0
    _drawn = ""
    _camera = ""


func _write_frame():
    if _frame_begin_us < 0 or not _file.is_open():
        return
    _file.store_line("%d,%d,probe,%d,%d,%d,%s,%s,%s" % [PROBE_FORMAT, _frame_begin_us * 1000, _frame_us * 1000, _steps,
            int(round(_simulated * 1e9)), _alpha, _drawn, _camera])
