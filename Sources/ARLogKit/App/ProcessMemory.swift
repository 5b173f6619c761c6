#if canImport(Darwin)
    // `mach_task_self_` is a variable, though nobody sets it.
    @preconcurrency internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

enum ProcessMemory {
    /// Bytes that the process answers for: what iOS ends it by, and Xcode shows. On Linux, what is resident.
    static var footprint: UInt64? {
        #if canImport(Darwin)
            var info = task_vm_info_data_t()
            let size = MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<natural_t>.size
            var count = mach_msg_type_number_t(size)
            let result = unsafe withUnsafeMutablePointer(to: &info) { pointer in
                unsafe pointer.withMemoryRebound(to: integer_t.self, capacity: size) {
                    unsafe task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
                }
            }
            return result == KERN_SUCCESS ? info.phys_footprint : nil
        #else
            let descriptor = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 128)
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return nil }
            let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
            guard words.count > 1, let pages = UInt64(words[1]) else { return nil }
            return pages &* UInt64(sysconf(Int32(_SC_PAGESIZE)))
        #endif
    }
}
