#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

System.ignoreBrokenPipes()
exit(Arlog.run(arguments: Array(CommandLine.arguments.dropFirst()), console: .standard()))
