// What of Apple's simd module ARLogKit uses, with its signatures. For Linux, where there is none.

public typealias simd_float3 = SIMD3<Float>
public typealias simd_float4 = SIMD4<Float>

/// Four columns, as simd has them.
public struct simd_float4x4: Equatable, Sendable {
    public var columns: (simd_float4, simd_float4, simd_float4, simd_float4)

    public init() { self.init(simd_float4(), simd_float4(), simd_float4(), simd_float4()) }

    public init(_ a: simd_float4, _ b: simd_float4, _ c: simd_float4, _ d: simd_float4) {
        columns = (a, b, c, d)
    }

    public init(diagonal: simd_float4) {
        self.init(
            simd_float4(diagonal.x, 0, 0, 0), simd_float4(0, diagonal.y, 0, 0),
            simd_float4(0, 0, diagonal.z, 0), simd_float4(0, 0, 0, diagonal.w))
    }

    public static func == (a: simd_float4x4, b: simd_float4x4) -> Bool { a.columns == b.columns }
}

public let matrix_identity_float4x4 = simd_float4x4(diagonal: simd_float4(1, 1, 1, 1))
