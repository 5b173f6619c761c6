/// A quaternion as simd has it: the vector's last part is the real one.
public struct simd_quatf: Equatable, Sendable {
    public var vector: simd_float4

    /// The turn that a rigid transform's axes say; the largest part is found first (Shepperd's method).
    public init(_ matrix: simd_float4x4) {
        let (a, b, c, _) = matrix.columns
        let parts: simd_float4
        if a.x + b.y + c.z > 0 {
            parts = simd_float4(b.z - c.y, c.x - a.z, a.y - b.x, 1 + a.x + b.y + c.z)
        } else if a.x > b.y && a.x > c.z {
            parts = simd_float4(1 + a.x - b.y - c.z, a.y + b.x, c.x + a.z, b.z - c.y)
        } else if b.y > c.z {
            parts = simd_float4(a.y + b.x, 1 - a.x + b.y - c.z, b.z + c.y, c.x - a.z)
        } else {
            parts = simd_float4(c.x + a.z, b.z + c.y, 1 - a.x - b.y + c.z, a.y - b.x)
        }
        vector = parts / (parts * parts).sum().squareRoot()
    }
}
