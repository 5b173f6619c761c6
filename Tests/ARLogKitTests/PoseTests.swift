import EventLog
import Testing

@testable import ARLogKit

@Suite struct PoseTests {
    @Test func identity() {
        let pose = Pose(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(1, 2, 3, 1))
        #expect(pose.position == .init(1, 2, 3))
        #expect(pose.orientation == .init(0, 0, 0, 1))
    }
}
