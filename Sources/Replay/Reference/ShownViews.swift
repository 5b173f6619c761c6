/// The views that are shown, the one that appeared last behind the others.
struct ShownViews {
    /// More than these are no screen; the earliest are forgotten.
    private static let limit = 64

    private var names: [String] = []

    var last: String? { names.last }

    func contains(_ name: String) -> Bool { names.contains(name) }

    mutating func appeared(_ name: String) {
        names.removeAll { $0 == name }
        names.append(name)
        if names.count > Self.limit { names.removeFirst() }
    }

    mutating func disappeared(_ name: String) { names.removeAll { $0 == name } }
}

/// Which view a session is shown in, as far as a log tells it: nothing in it names a session's view.
///
/// It is the one that appears right behind the run that starts the session, since a view runs it before it appears; else
/// the one that was there when it was run; else the first one that appears. Sheets that open and close above it are others.
struct ViewOfSession {
    /// How long behind the run the session's own view appears, where another one is still shown.
    static let transition = Duration.seconds(1)

    private var name: String?
    /// Until when another view may turn out to be its own.
    private var openUntil: Duration?

    /// `isAnew` where the session did not run before.
    mutating func willRun(isAnew: Bool, _ shown: ShownViews, _ now: Duration) {
        if isAnew { openUntil = now + Self.transition }
        if isAnew || name.map({ !shown.contains($0) }) ?? true { name = shown.last }
    }

    mutating func appeared(_ view: String, _ now: Duration) {
        let isOpen = openUntil.map { now <= $0 } ?? false
        guard name == nil || isOpen else { return }
        name = view
        openUntil = nil
    }

    /// Where no view appeared at all since the run, one that goes is its own.
    func isOwn(_ view: String) -> Bool { name == nil || name == view }
}
