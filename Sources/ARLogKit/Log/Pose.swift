internal import EventLog

/// Where something is and how it is turned, from ARKit's transform. What is not finite is unknown, and left out.
struct Pose: Equatable {
    /// Metres, in the session's world.
    var position: Vector3?
    /// A unit quaternion.
    var orientation: Quaternion?

    init() {}

    /// The pose that a rigid transform's four columns say; what they scale is taken out.
    init(_ x: SIMD4<Float>, _ y: SIMD4<Float>, _ z: SIMD4<Float>, _ place: SIMD4<Float>) {
        if place.x.isFinite && place.y.isFinite && place.z.isFinite {
            position = Vector3(place.x, place.y, place.z)
        }
        guard let a = Self.unit(x), let b = Self.unit(y), let c = Self.unit(z) else { return }
        orientation = Self.quaternion(a, b, c)
    }

    private static func unit(_ column: SIMD4<Float>) -> SIMD3<Float>? {
        let axis = SIMD3(column.x, column.y, column.z)
        let length = (axis * axis).sum().squareRoot()
        return length.isFinite && length > 0 ? axis / length : nil
    }

    /// The largest of the four parts is found first, so that nothing is divided by a small number (Shepperd's method).
    private static func quaternion(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>) -> Quaternion? {
        let parts: SIMD4<Float>
        if a.x + b.y + c.z > 0 {
            parts = SIMD4(b.z - c.y, c.x - a.z, a.y - b.x, 1 + a.x + b.y + c.z)
        } else if a.x > b.y && a.x > c.z {
            parts = SIMD4(1 + a.x - b.y - c.z, a.y + b.x, c.x + a.z, b.z - c.y)
        } else if b.y > c.z {
            parts = SIMD4(a.y + b.x, 1 - a.x + b.y - c.z, b.z + c.y, c.x - a.z)
        } else {
            parts = SIMD4(c.x + a.z, b.z + c.y, 1 - a.x - b.y + c.z, a.y - b.x)
        }
        let length = (parts * parts).sum().squareRoot()
        guard length.isFinite, length > 0 else { return nil }
        let unit = parts / length
        return Quaternion(unit.x, unit.y, unit.z, unit.w)
    }
}
