# What `make install` puts where: library, header, command, pkg-config and CMake package files. Manual pages and completions:
# SinewManual.cmake.
include_guard(GLOBAL)
install(TARGETS sinew_static sinew_shared EXPORT sinewTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET sinew)
  install(TARGETS sinew RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /) # from sinew.pc to the prefix
configure_file(${PROJECT_SOURCE_DIR}/cmake/sinew.pc.in ${PROJECT_BINARY_DIR}/sinew.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/sinew.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
install(EXPORT sinewTargets NAMESPACE sinew:: DESTINATION ${package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sinewConfig.cmake.in ${PROJECT_BINARY_DIR}/sinewConfig.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sinewConfig.cmake ${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/SinewPackages.cmake DESTINATION ${package})

# runs of a sweep on other machines (docs/guide/sweeps.md)
install(PROGRAMS ${PROJECT_SOURCE_DIR}/tools/sweep/sweep-parallel ${PROJECT_SOURCE_DIR}/tools/sweep/sweep-slurm
        DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew)
