# program_texts(timestep_lab lab): installs the program, its shell completions and its manual page as parts of the component
# `lab`. help2man makes the page from the output of --help during the build. The page is left out if help2man is not
# installed, or if the built program cannot run on the building machine.
find_program(HELP2MAN help2man)
find_program(GZIP gzip)
if(NOT CMAKE_CROSSCOMPILING AND NOT HELP2MAN)
    message(STATUS "help2man is not installed: the programs get no manual pages (apt-get install help2man)")
endif()

function(program_texts name component)
    install(TARGETS ${name} COMPONENT ${component} OPTIONAL)
    foreach(place bash=bash-completion/completions/${name} zsh=zsh/site-functions/_${name} fish=fish/vendor_completions.d/${name}.fish)
        string(REGEX MATCH "(.*)=(.*)/(.*)" _ "${place}")
        install(FILES "${PROJECT_SOURCE_DIR}/assets/completions/${name}.${CMAKE_MATCH_1}" RENAME "${CMAKE_MATCH_3}"
                DESTINATION "${CMAKE_INSTALL_DATADIR}/${CMAKE_MATCH_2}" COMPONENT ${component})
    endforeach()
    if(CMAKE_CROSSCOMPILING OR NOT HELP2MAN OR NOT GZIP)
        return()
    endif()
    set(page "${PROJECT_BINARY_DIR}/${name}.1")
    set(all_help "${PROJECT_SOURCE_DIR}/cmake/all_help.sh")
    set(sections "${PROJECT_SOURCE_DIR}/docs/${name}.h2m")
    add_custom_command(OUTPUT "${page}" "${page}.gz" DEPENDS ${name} "${all_help}" "${sections}" VERBATIM
        COMMAND "${CMAKE_COMMAND}" -E env "PROGRAM=$<TARGET_FILE:${name}>"
                "${HELP2MAN}" --no-info --include "${sections}" --output "${page}" "${all_help}"
        COMMAND "${GZIP}" -9nkf "${page}")
    add_custom_target(${name}_man_page ALL DEPENDS "${page}.gz")
    install(FILES "${page}.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT ${component} OPTIONAL)
endfunction()
