import Testing

@testable import EventLog

struct EntityIDTests {
    /// MurmurHash3 x64 128, seed 0, as the Python package mmh3 5 has it: `mmh3.hash64(label, 0, signed=False)`.
    static let hashes: [(label: String, low: UInt64, high: UInt64)] = [
        ("A1", 0x55E4_B856_BDE6_352A, 0x6415_14F5_C720_8B5A),
        ("main", 0x7C61_EFD1_A211_5407, 0x4FB2_5000_77D2_2A7B),
        ("speaker", 0x0D3A_521F_387D_4FC8, 0x1142_DA0B_39A6_6289),
        ("a label that is longer than sixteen bytes", 0x4496_EB15_73EA_01F8, 0x1DC9_F0D2_988D_1ADE),
        ("0123456789abcdef", 0x4BE0_6D94_CF4A_D1A7, 0x87C3_5B5C_63A7_08DA),
        (String(repeating: "x", count: 64), 0x2361_AA1A_7EB6_363F, 0xDCF0_4892_CFA2_CA10),
    ]

    @Test(arguments: hashes)
    func labelsHashAsDocumented(_ known: (label: String, low: UInt64, high: UInt64)) {
        let id = EntityID(known.label)
        // All bits but the version (8, in the high half of byte 6) and the variant (10, on top of byte 8).
        #expect(id.low & ~(0xF0 << 48) == known.low & ~(0xF0 << 48))
        #expect(id.high & ~0xC0 == known.high & ~0xC0)
        let text = id.uuidText
        #expect(text[text.index(text.startIndex, offsetBy: 14)] == "8")
        #expect("89AB".contains(text[text.index(text.startIndex, offsetBy: 19)]))
    }

    @Test func aUUIDIsItselfInEitherCaseAndPrintsInUpperCase() {
        let text = "0C345892-CDF9-497B-BD63-509014CAB77A"
        #expect(EntityID(text).uuidText == text)
        #expect(EntityID(text.lowercased()) == EntityID(text))
        #expect(EntityID(text).bytes.prefix(4) == [0x0C, 0x34, 0x58, 0x92])
        #expect(EntityID(bytes: EntityID(text).bytes) == EntityID(text))
    }

    @Test(arguments: [
        "", "0C345892", "0C345892-CDF9-497B-BD63-509014CAB77", "0C345892-CDF9-497B-BD63-509014CAB77AA",
        "0C345892_CDF9-497B-BD63-509014CAB77A", "0C345892-CDF9-497B-BD63-509014CAB77G",
        "{0C345892-CDF9-497B-BD63-509014CAB7}", "0C345892-CDF9-497B-BD63-509014CAB7-7",
    ])
    func whatIsNoUUIDIsALabel(_ text: String) {
        #expect(EntityID(uuid: text) == nil)
    }

    @Test func bytesOfAnotherCountAreNoID() {
        #expect(EntityID(bytes: Array(repeating: 1, count: 15)) == nil)
        #expect(EntityID(bytes: Array(repeating: 1, count: 17)) == nil)
    }
}
