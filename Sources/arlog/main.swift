#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

System.ignoreBrokenPipes()
Signals.removeUnfinishedFilesBeforeTheEnd()
exit(Arlog.run(arguments: Array(CommandLine.arguments.dropFirst()), console: .standard()))
