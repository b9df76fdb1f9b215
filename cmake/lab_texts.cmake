# Installs timestep_lab, its shell completions and its manual page. help2man makes the page from the output of --help during
# the build. The page is left out if help2man is not installed, or if the built program cannot run on the building machine.
install(TARGETS timestep_lab COMPONENT lab OPTIONAL)
# completion(SHELL FOLDER NAME): installs the script of this shell as share/FOLDER/NAME.
function(completion shell folder name)
    install(FILES "${PROJECT_SOURCE_DIR}/assets/completions/timestep_lab.${shell}" RENAME "${name}" COMPONENT lab
            DESTINATION "${CMAKE_INSTALL_DATADIR}/${folder}")
endfunction()
completion(bash bash-completion/completions timestep_lab)
completion(zsh zsh/site-functions _timestep_lab)
completion(fish fish/vendor_completions.d timestep_lab.fish)

find_program(HELP2MAN help2man)
if(CMAKE_CROSSCOMPILING)
    return()
elseif(NOT HELP2MAN)
    message(STATUS "help2man is not installed: timestep_lab gets no manual page")
    return()
endif()
set(lab_man_page "${PROJECT_BINARY_DIR}/timestep_lab.1")
set(lab_man_sources "${PROJECT_SOURCE_DIR}/cmake/all_help.sh" "${PROJECT_SOURCE_DIR}/docs/timestep_lab.h2m")
add_custom_command(OUTPUT "${lab_man_page}" DEPENDS timestep_lab ${lab_man_sources} VERBATIM
    COMMAND "${CMAKE_COMMAND}" -E env "TIMESTEP_LAB=$<TARGET_FILE:timestep_lab>"
            "${HELP2MAN}" --no-info --include "${PROJECT_SOURCE_DIR}/docs/timestep_lab.h2m" --output "${lab_man_page}"
            "${PROJECT_SOURCE_DIR}/cmake/all_help.sh")
add_custom_target(lab_man_page ALL DEPENDS "${lab_man_page}")
install(FILES "${lab_man_page}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT lab OPTIONAL)
