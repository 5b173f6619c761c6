/// Where the ids in a message's wire form are, by its declaration.
struct IdentityPlan: Sendable {
    /// One bit for the number of each field that is an id.
    private let numbers: UInt64
    /// The messages inside that hold ids, by the number of their field.
    private let inner: [(number: UInt32, plan: IdentityPlan)]

    private init(_ message: MessageDescriptor) {
        var numbers: UInt64 = 0
        var inner: [(UInt32, IdentityPlan)] = []
        for field in message.fields where field.number < 64 {
            switch field.type {
            case .identity: numbers |= 1 << UInt64(field.number)
            case .message(let message): inner.append((UInt32(field.number), IdentityPlan(message)))
            default: break
            }
        }
        self.numbers = numbers
        self.inner = inner
    }

    /// The plan of each kind, in the order of `EventKind`.
    private static let all = KindDescriptor.all.map { IdentityPlan($0.message) }

    static func of(_ kind: EventKind) -> IdentityPlan { all[Int(kind.rawValue) - 1] }

    /// The numbers of each kind's ids, in the order of `EventKind`, one bit each; 0 as well where a message inside holds
    /// ids, which takes the plan.
    static let flat = all.map { $0.inner.isEmpty ? $0.numbers : 0 }

    /// Which kinds have ids in a message inside.
    static let isNested = all.map { !$0.inner.isEmpty }

    /// Gives `body` the ids among the fields `numbers` of a message in the form that our own encoder gives it: in the
    /// order of the numbers, so that nothing behind the last id is looked at.
    @inline(__always)
    static func forEachAscending(
        _ numbers: UInt64, in message: ByteCursor, _ body: (EntityID) -> Void
    ) {
        var rest = numbers
        var cursor = message
        while rest != 0, let tag = cursor.readTag(), tag != 0 {
            let number = UInt64(tag >> 3)
            guard number < 64 else { return }
            let isLength = tag & 7 == WireType.lengthDelimited.rawValue
            if rest & 1 << number != 0, isLength {
                guard cursor.readVarint() == 16, let low = cursor.read(UInt64.self),
                    let high = cursor.read(UInt64.self)
                else { return }
                body(EntityID(low: low, high: high))
            } else {
                guard cursor.skipValue(of: tag) else { return }
            }
            rest &= ~((2 << number) &- 1)
        }
    }

    /// Appends the ids in `message` to `ids`, as far as it can be read.
    func collect(_ message: ByteCursor, into ids: inout [EntityID]) {
        forEach(in: message) { ids.append($0) }
    }

    /// Gives `body` the ids in `message`, as far as it can be read.
    func forEach(in message: ByteCursor, _ body: (EntityID) -> Void) {
        guard numbers != 0 || !inner.isEmpty else { return }
        var cursor = message
        while let tag = cursor.readTag(), tag != 0 {
            let number = tag >> 3
            guard tag & 7 == WireType.lengthDelimited.rawValue else {
                guard cursor.skipValue(of: tag) else { return }
                continue
            }
            guard let length = cursor.readVarint(), var part = cursor.readSlice(length: length) else {
                return
            }
            if number < 64, numbers & 1 << UInt64(number) != 0 {
                if part.remaining == 16, let low = part.read(UInt64.self), let high = part.read(UInt64.self) {
                    body(EntityID(low: low, high: high))
                }
            } else if let plan = inner.first(where: { $0.number == number })?.plan {
                plan.forEach(in: part, body)
            }
        }
    }
}
