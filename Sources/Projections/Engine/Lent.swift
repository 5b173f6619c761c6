/// An object that somebody else holds for as long as this is used: lent for a call or a step, and retained by none.
///
/// To retain and release an object takes longer than most rules do with it. Whoever keeps one of these keeps the object,
/// too, or a list that does.
@safe @dynamicMemberLookup
struct Lent<Object: AnyObject> {
    private let reference: Unmanaged<Object>

    init(_ object: Object) { unsafe reference = .passUnretained(object) }

    /// Calls `body` with the object, which is surely not retained for that.
    @inline(__always)
    func use<Result>(_ body: (Object) -> Result) -> Result {
        unsafe reference._withUnsafeGuaranteedRef { body($0) }
    }

    /// The object, for who keeps it, or looks at one thing.
    var object: Object { unsafe reference.takeUnretainedValue() }

    subscript<Member>(dynamicMember member: KeyPath<Object, Member>) -> Member { object[keyPath: member] }
}
