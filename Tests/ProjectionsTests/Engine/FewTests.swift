import Testing

@testable import Projections

/// Values by session or device: a row that behaves as a dictionary does.
struct FewTests {
    @Test func actsAsADictionary() {
        var few = Few<[Int]>()
        var known: [Int: [Int]] = [:]
        // A fixed row of what is done to few keys, so that each is made, changed, taken out and made anew.
        for step in 0..<500 {
            let key = (step * 7 + step / 11) % 9
            switch step * 31 % 7 {
            case 0:
                few[key] = [step]
                known[key] = [step]
            case 1:
                few[key] = nil
                known[key] = nil
            case 2:
                few[key]?.append(step)
                known[key]?.append(step)
            case 3:
                few[key, default: []].append(step)
                known[key, default: []].append(step)
            case 4: #expect(few.removeValue(forKey: key) == known.removeValue(forKey: key))
            case 5:
                let count = few.change(key) { (value: inout [Int]) in
                    value.append(-step)
                    return value.count
                }
                known[key]?.append(-step)
                #expect(count == known[key]?.count)
            default:
                few.change(key, default: [1]) { $0.append(step) }
                known[key, default: [1]].append(step)
            }
            for key in 0..<9 {
                #expect(few[key] == known[key])
                #expect(few.contains(key) == (known[key] != nil))
                #expect(few[key, default: [9]] == known[key, default: [9]])
            }
            #expect(few.isEmpty == known.isEmpty)
        }
    }

    @Test func whatIsChangedInPlaceIsNotCopied() {
        var few = Few<[Int]>()
        few[3] = Array(0..<100)
        let place = few.change(3) { $0.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
        few.change(3, default: []) { $0[0] = 7 }
        few[3]?[1] = 8
        few[3, default: []][2] = 9
        let after = few.change(3) { $0.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
        #expect(place == after)
        #expect(few[3]?.prefix(3) == [7, 8, 9])
    }
}
