import EventLog

/// A place and how a thing is turned there, as Foxglove's messages have them: metres, and a quaternion of length 1.
struct FoxglovePose {
    var position = Vector3(0, 0, 0)
    var orientation = Quaternion(0, 0, 0, 1)

    static let identity = FoxglovePose()

    init() {}

    /// `nil` where there is no place, or what a stranger tells is none. An orientation that is none counts as upright.
    init?(_ position: Vector3?, _ orientation: Quaternion?) {
        guard let position, position.isPlace else { return nil }
        self.position = position
        if let turned = orientation?.normalized { self.orientation = turned }
    }
}

struct FoxgloveColor {
    var red, green, blue, alpha: Double

    init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
}

extension Vector3 {
    /// Whether it is a place at all, within 1,000 km.
    fileprivate var isPlace: Bool { [x, y, z].allSatisfy { $0.isFinite && abs($0) < 1e6 } }
}

extension Quaternion {
    /// The same rotation with length 1; `nil` where it is none.
    fileprivate var normalized: Quaternion? {
        let parts = [x, y, z, w]
        let length = parts.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
        guard length.isFinite, length > 1e-6 else { return nil }
        let scale = Float(1 / length)
        return Quaternion(x * scale, y * scale, z * scale, w * scale)
    }
}

// Parts of messages; every sub-message is written, also where it says nothing, because some viewers ask no further.
extension ByteBuffer {
    mutating func appendField(_ number: Int, timestamp nanoseconds: UInt64) {
        appendField(number) { time in
            time.appendField(1, varint: nanoseconds / 1_000_000_000)
            time.appendField(2, varint: nanoseconds % 1_000_000_000)
        }
    }

    mutating func appendField(_ number: Int, _ parts: Double...) {
        appendField(number) { message in
            for (index, part) in parts.enumerated() { message.appendField(index + 1, number: part) }
        }
    }

    mutating func appendField(_ number: Int, place: Vector3) {
        appendField(number, Double(place.x), Double(place.y), Double(place.z))
    }

    mutating func appendField(_ number: Int, turned: Quaternion) {
        appendField(number, Double(turned.x), Double(turned.y), Double(turned.z), Double(turned.w))
    }

    mutating func appendField(_ number: Int, pose: FoxglovePose) {
        appendField(number) { message in
            message.appendField(1, place: pose.position)
            message.appendField(2, turned: pose.orientation)
        }
    }

    mutating func appendField(_ number: Int, color: FoxgloveColor) {
        appendField(number, color.red, color.green, color.blue, color.alpha)
    }

    /// A `FrameTransform`: where the frame `child` stands in `parent`.
    mutating func appendTransform(
        _ number: Int, _ child: String, in parent: String, _ pose: FoxglovePose, at time: UInt64
    ) {
        appendField(number) { message in
            message.appendField(1, timestamp: time)
            message.appendField(2, text: parent)
            message.appendField(3, text: child)
            message.appendField(4, place: pose.position)
            message.appendField(5, turned: pose.orientation)
        }
    }

    /// A `SceneEntityDeletion` of one entity.
    mutating func appendDeletion(_ number: Int, of id: String, at time: UInt64) {
        appendField(number) { message in
            message.appendField(1, timestamp: time)
            message.appendField(3, text: id)
        }
    }

    /// A `SceneEntity` that moves with its frame, until it is deleted.
    mutating func appendEntity(_ number: Int, _ entity: FoxgloveEntity, at time: UInt64) {
        appendField(number) { message in
            message.appendField(1, timestamp: time)
            message.appendField(2, text: entity.frame)
            message.appendField(3, text: entity.id)
            message.appendField(4) { $0.appendField(1, varint: 0) }
            message.appendField(5, varint: 1)
            for (key, value) in entity.metadata {
                message.appendField(6) { pair in
                    pair.appendField(1, text: key)
                    pair.appendField(2, text: value)
                }
            }
            message.appendField(entity.isSphere ? 9 : 8) { shape in
                shape.appendField(1, pose: entity.pose)
                shape.appendField(2, place: entity.size)
                shape.appendField(3, color: entity.color)
            }
            message.appendField(13) { text in
                var above = entity.pose
                above.position.y += entity.size.y / 2 + 0.05
                text.appendField(1, pose: above)
                text.appendField(2, varint: 1)
                text.appendField(3, number: 0.05)
                text.appendField(4, varint: 0)
                text.appendField(5, color: entity.color)
                text.appendField(6, text: entity.title)
            }
        }
    }
}

/// A thing in the room as it is drawn: a shape with its title above.
struct FoxgloveEntity {
    let id: String
    /// The frame it moves with.
    let frame: String
    var pose = FoxglovePose.identity
    var isSphere = false
    /// Metres.
    var size: Vector3
    var color: FoxgloveColor
    var title: String
    var metadata: [(String, String)]
}
