# Manual pages and completions: printed by the command from its own tables (src/cli/manual.c, src/cli/completion.c).
# As a script (cmake -DSINEW=... -DFOLDER=... -DVERBS=... -P): writes them. Included: does so whenever the command is built,
# and says where `make install` puts them.
if(CMAKE_SCRIPT_MODE_FILE)
  function(write file)
    execute_process(COMMAND ${SINEW} help ${ARGN} OUTPUT_FILE ${FOLDER}/${file} COMMAND_ERROR_IS_FATAL ANY)
  endfunction()
  file(REMOVE_RECURSE ${FOLDER})
  file(MAKE_DIRECTORY ${FOLDER})
  write(sinew.1 --man)
  string(REPLACE "," ";" VERBS ${VERBS})
  foreach(verb IN LISTS VERBS)
    write(sinew-${verb}.1 ${verb} --man)
  endforeach()
  foreach(shell bash zsh fish)
    write(completion.${shell} --completion ${shell})
  endforeach()
  return()
endif()

include_guard(GLOBAL)
set(manual ${PROJECT_BINARY_DIR}/manual)
set(verbs "")
foreach(file IN LISTS cli)
  if(file MATCHES "verb_([a-z]+)\\.c$")
    list(APPEND verbs ${CMAKE_MATCH_1})
  endif()
endforeach()
list(JOIN verbs "," verbs)
add_custom_command(TARGET sinew POST_BUILD COMMENT "Manual pages and completions"
                   COMMAND ${CMAKE_COMMAND} -DSINEW=$<TARGET_FILE:sinew> -DFOLDER=${manual} -DVERBS=${verbs}
                           -P ${CMAKE_CURRENT_LIST_FILE} VERBATIM)
install(DIRECTORY ${manual}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
install(FILES ${manual}/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME sinew)
install(FILES ${manual}/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _sinew)
install(FILES ${manual}/completion.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        RENAME sinew.fish)
