/// An object that somebody else holds for as long as this is used: lent for a call, and retained by none.
///
/// To retain and release an object takes longer than most rules do with it. Whoever keeps one of these keeps the object,
/// too, or a list that does.
@safe
struct Lent<Object: AnyObject> {
    private let reference: Unmanaged<Object>

    init(_ object: Object) { unsafe reference = .passUnretained(object) }

    @inline(__always)
    func use<Result>(_ body: (Object) -> Result) -> Result {
        unsafe reference._withUnsafeGuaranteedRef { body($0) }
    }
}
