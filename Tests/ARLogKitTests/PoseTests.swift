import EventLog
import TestSupport
import Testing

@testable import ARLogKit

@Suite struct PoseTests {
    /// The columns of a rotation, each as long as `scale`.
    private func pose(_ q: Quaternion, scale: Float = 1) -> Pose {
        let (x, y, z, w) = (q.x, q.y, q.z, q.w)
        return Pose(
            SIMD4(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0) * scale,
            SIMD4(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0) * scale,
            SIMD4(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0) * scale,
            SIMD4(1, 2, 3, 1))
    }

    @Test func rotationsOfAllKindsComeBack() throws {
        var random = SeededNumbers(seed: 1)
        var turns = [
            Quaternion(0, 0, 0, 1), Quaternion(1, 0, 0, 0), Quaternion(0, 1, 0, 0), Quaternion(0, 0, 1, 0),
        ]
        for _ in 0..<500 {
            var parts = SIMD4<Float>(repeating: 0)
            for index in 0..<4 { parts[index] = Float.random(in: -1...1, using: &random) }
            parts /= (parts * parts).sum().squareRoot()
            turns.append(Quaternion(parts.x, parts.y, parts.z, parts.w))
        }
        for turn in turns {
            for scale: Float in [1, 0.01, 30] {
                let found = try #require(pose(turn, scale: scale).orientation)
                // Both signs mean the same turn.
                let product = found.x * turn.x + found.y * turn.y + found.z * turn.z + found.w * turn.w
                #expect(abs(abs(product) - 1) < 1e-4)
            }
        }
    }

    @Test func thePlaceIsTheLastColumn() {
        #expect(pose(Quaternion(0, 0, 0, 1)).position == Vector3(1, 2, 3))
    }

    @Test func whatIsNoRotationIsUnknown() {
        let zero = SIMD4<Float>()
        #expect(Pose(zero, zero, zero, SIMD4(1, 2, 3, 1)).orientation == nil)
        let odd = SIMD4<Float>(.nan, 0, 0, 0)
        #expect(Pose(odd, SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), zero).orientation == nil)
        #expect(Pose(zero, zero, zero, SIMD4(1, .infinity, 3, 1)).position == nil)
    }
}
