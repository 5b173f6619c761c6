/// Whoever follows the traces of the machines.
///
/// A class and no protocol, because a call through one that may be weak or of any type costs more than to record.
public class TraceRecorder {
    init() {}

    /// A machine entered a state; `session` is `nil` where it belongs to the device with this index.
    func entered(_ machine: Machine, session: SessionState?, device: Int, state: Symbol, at mark: Mark) {}

    /// A transition has no edge.
    func illegal(_ machine: Machine, at mark: Mark) {}

    /// The recording of the device with this index is over.
    func ended(_ device: Int, at mark: Mark) {}
}
