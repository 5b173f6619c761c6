#if canImport(CDeflate)
    internal import CDeflate
#endif

/// CRC-32 as zlib, PNG and MCAP have it, taken over bytes in as many pieces as they come.
public struct CRC32: Equatable, Sendable {
    /// The checksum of all bytes so far; 0 before the first.
    public private(set) var value: UInt32

    public init(_ value: UInt32 = 0) { self.value = value }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        #if canImport(CDeflate)
            guard let base = bytes.baseAddress else { return }
            value = unsafe libdeflate_crc32(value, base, bytes.count)
        #else
            value = unsafe CRC32Tables.update(value, bytes)
        #endif
    }

    /// The checksum of `bytes` alone.
    public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var crc = CRC32()
        unsafe crc.update(bytes)
        return crc.value
    }
}

/// The same in Swift alone, eight bytes a step, for systems without libdeflate.
enum CRC32Tables {
    /// Table `n` advances a byte over `n` following zero bytes.
    private static let tables: [[UInt32]] = {
        let first = (0..<256).map { index -> UInt32 in
            (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
        }
        var tables = [first]
        for _ in 1..<8 {
            let previous = tables[tables.count - 1]
            tables.append(previous.map { first[Int($0 & 0xFF)] ^ ($0 >> 8) })
        }
        return tables
    }()

    static func update(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        let tables = tables
        var crc = ~crc
        var cursor = unsafe ByteCursor(bytes)
        while let word = cursor.read(UInt64.self) {
            let mixed = word ^ UInt64(crc)
            crc = 0
            for place in 0..<8 {
                crc ^= tables[7 - place][Int((mixed >> UInt64(8 * place)) & 0xFF)]
            }
        }
        while let byte = cursor.read(UInt8.self) {
            crc = tables[0][Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8)
        }
        return ~crc
    }
}
