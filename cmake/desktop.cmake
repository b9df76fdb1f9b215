# Installs the files by which a desktop lists timestep_demo, shows its icon and opens its files by a double click. rsvg-convert
# draws the icon in the sizes of the theme hicolor during the build; without it only the SVG is installed.
set(desktop "${PROJECT_SOURCE_DIR}/assets/desktop/timestep_demo")
install(FILES "${desktop}.desktop" COMPONENT demo DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
install(FILES "${desktop}.xml" COMPONENT demo DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages")
install(FILES "${PROJECT_SOURCE_DIR}/assets/desktop/org.timestep_lab.timestep_demo.metainfo.xml" COMPONENT demo
        DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
set(icons "${CMAKE_INSTALL_DATADIR}/icons/hicolor")
install(FILES "${desktop}.svg" COMPONENT demo DESTINATION "${icons}/scalable/apps")

find_program(RSVG_CONVERT rsvg-convert)
if(NOT RSVG_CONVERT)
    message(STATUS "rsvg-convert is not installed: the icon is installed only as SVG (apt-get install librsvg2-bin)")
    return()
endif()
set(drawn)
foreach(size 16 22 24 32 48 64 128 256)
    set(icon "${PROJECT_BINARY_DIR}/icons/${size}.png")
    add_custom_command(OUTPUT "${icon}" DEPENDS "${desktop}.svg" VERBATIM
                       COMMAND "${CMAKE_COMMAND}" -E make_directory "${PROJECT_BINARY_DIR}/icons"
                       COMMAND "${RSVG_CONVERT}" --width ${size} --height ${size} --output "${icon}" "${desktop}.svg")
    list(APPEND drawn "${icon}")
    install(FILES "${icon}" RENAME timestep_demo.png COMPONENT demo OPTIONAL DESTINATION "${icons}/${size}x${size}/apps")
endforeach()
add_custom_target(icons ALL DEPENDS ${drawn})
