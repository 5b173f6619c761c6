// What of RealityKit ARLogKit uses, with Apple's signatures. For Linux, where there is none.

internal import Synchronization
public import simd

@MainActor
open class Entity: Identifiable {
    public nonisolated let id: UInt64
    open var name = ""
    open var isEnabled = true
    open private(set) weak var parent: Entity?
    open private(set) var children: [Entity] = []
    /// Stands in for `Transform`, of which only this is used.
    open var worldPosition = simd_float3()

    public required init() { id = Numbers.next() }

    open func addChild(_ entity: Entity, preservingWorldTransform: Bool = false) {
        entity.removeFromParent()
        entity.parent = self
        children.append(entity)
    }

    open func removeFromParent(preservingWorldTransform: Bool = false) {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }

    open func position(relativeTo referenceEntity: Entity?) -> SIMD3<Float> {
        worldPosition - (referenceEntity?.worldPosition ?? simd_float3())
    }
}

/// Numbers that nobody has yet.
private enum Numbers {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
