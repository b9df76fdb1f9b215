# Installs timestep_lab, its manual page and its shell completions. The program itself writes these texts during the
# build, so they are never out of date. They are left out if the built program cannot run on the building machine.
install(TARGETS timestep_lab COMPONENT lab OPTIONAL)
if(CMAKE_CROSSCOMPILING)
    return()
endif()

set(texts "${PROJECT_BINARY_DIR}/texts")
file(MAKE_DIRECTORY "${texts}")
# lab_text(NAME FOLDER arguments...): installs the output of `timestep_lab arguments...` as share/FOLDER/NAME.
function(lab_text name folder)
    add_custom_command(OUTPUT "${texts}/${name}" DEPENDS timestep_lab VERBATIM
        COMMAND sh -c "\"$0\" \"$@\" > '${texts}/${name}'" "$<TARGET_FILE:timestep_lab>" ${ARGN})
    set_property(GLOBAL APPEND PROPERTY lab_texts "${texts}/${name}")
    install(FILES "${texts}/${name}" DESTINATION "${CMAKE_INSTALL_DATADIR}/${folder}" COMPONENT lab OPTIONAL)
endfunction()
lab_text(timestep_lab.1 man/man1 man)
lab_text(timestep_lab bash-completion/completions completion bash)
lab_text(_timestep_lab zsh/site-functions completion zsh)
lab_text(timestep_lab.fish fish/vendor_completions.d completion fish)
get_property(files GLOBAL PROPERTY lab_texts)
add_custom_target(lab_texts ALL DEPENDS ${files})
