import Testing

// What a test of a rule shows. The table of what is tested (docs/rules-tested.md) is made from these: each rule has at
// least one test of each that can be had for it.
extension Tag {
    /// The rule speaks, with the right severity, events and words.
    @Tag static var positive: Self
    /// Something that looks like the fault and is none: the rule is quiet.
    @Tag static var lookAlike: Self
    /// Just below and just above a limit, and with another limit set.
    @Tag static var limit: Self
    /// The log ends, or the time that was needed goes on too short.
    @Tag static var logEnd: Self
    /// Two sessions at once do not mix.
    @Tag static var twoSessions: Self
    /// Two devices' recordings in one file do not mix.
    @Tag static var twoDevices: Self
    /// Nothing is concluded across lost events.
    @Tag static var gap: Self
}
