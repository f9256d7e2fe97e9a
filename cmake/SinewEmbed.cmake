# Text files inside the library: the built viewer.
include_guard(GLOBAL)
add_executable(sinew_embed_tool ${PROJECT_SOURCE_DIR}/tools/embed.c)
target_link_libraries(sinew_embed_tool PRIVATE sinew_flags)

# sinew_embed(TARGET FILE NAME): adds `const char *const NAME[]` to TARGET, the text of FILE in pieces, ending with NULL.
function(sinew_embed target file name)
  set(out ${PROJECT_BINARY_DIR}/embedded/${name}.c)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/embedded)
  add_custom_command(OUTPUT ${out} COMMAND sinew_embed_tool ${file} ${out} ${name} DEPENDS ${file} sinew_embed_tool
                     COMMENT "Embedding ${file}" VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
