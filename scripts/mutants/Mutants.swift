// What the changes in the copy of the rules are written with; see `scripts/mutations.py`. Every change is built, each
// behind its number, and `ARLOG_MUTANT` says which one is made.

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

private let active = getenv("ARLOG_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

/// Whether the change of this number is made.
func mutant(_ number: Int) -> Bool { number == active }

/// The left side of an operator, and the number of the operator's change: `a ~| 17 |== b` is `a == b`, and `a != b`
/// where change 17 is made.
struct Left<Value> {
    let value: Value
    let isChanged: Bool
}

// An operator of its own kind binds as its model does: a comparison before `&&`, that before `||`.
precedencegroup MutantComparison {
    associativity: left
    higherThan: LogicalConjunctionPrecedence
    lowerThan: ComparisonPrecedence
}
precedencegroup MutantConjunction {
    associativity: left
    higherThan: LogicalDisjunctionPrecedence
    lowerThan: LogicalConjunctionPrecedence
}
precedencegroup MutantDisjunction {
    associativity: left
    higherThan: TernaryPrecedence
    lowerThan: LogicalDisjunctionPrecedence
}
precedencegroup MutantNegation {
    higherThan: BitwiseShiftPrecedence
}

infix operator ~| : MutantComparison
infix operator |== : MutantComparison
infix operator |!= : MutantComparison
infix operator |==? : MutantComparison
infix operator |!=? : MutantComparison
infix operator |< : MutantComparison
infix operator |<= : MutantComparison
infix operator |> : MutantComparison
infix operator |>= : MutantComparison
infix operator ~& : MutantConjunction
infix operator |&& : MutantConjunction
infix operator ~^ : MutantDisjunction
infix operator |^^ : MutantDisjunction
infix operator |! : MutantNegation

func ~| <T>(value: T, number: Int) -> Left<T> { Left(value: value, isChanged: mutant(number)) }
func ~& (value: Bool, number: Int) -> Left<Bool> { Left(value: value, isChanged: mutant(number)) }
func ~^ (value: Bool, number: Int) -> Left<Bool> { Left(value: value, isChanged: mutant(number)) }

func |== <T: Equatable>(left: Left<T>, right: T) -> Bool { (left.value == right) != left.isChanged }
func |!= <T: Equatable>(left: Left<T>, right: T) -> Bool { (left.value != right) != left.isChanged }
func |< <T: Comparable>(left: Left<T>, right: T) -> Bool {
    left.isChanged ? left.value <= right : left.value < right
}
func |<= <T: Comparable>(left: Left<T>, right: T) -> Bool {
    left.isChanged ? left.value < right : left.value <= right
}
func |> <T: Comparable>(left: Left<T>, right: T) -> Bool {
    left.isChanged ? left.value >= right : left.value > right
}
func |>= <T: Comparable>(left: Left<T>, right: T) -> Bool {
    left.isChanged ? left.value > right : left.value >= right
}

// Integers of two kinds, and pairs, are compared without being `Comparable`.
@_disfavoredOverload func |< <L: BinaryInteger, R: BinaryInteger>(left: Left<L>, right: R) -> Bool {
    left.isChanged ? left.value <= right : left.value < right
}
@_disfavoredOverload func |>= <L: BinaryInteger, R: BinaryInteger>(left: Left<L>, right: R) -> Bool {
    left.isChanged ? left.value > right : left.value >= right
}
@_disfavoredOverload func |< <A: Comparable, B: Comparable>(left: Left<(A, B)>, right: (A, B)) -> Bool {
    left.isChanged ? left.value <= right : left.value < right
}

/// `== nil` and `!= nil`, also of what cannot be compared.
func |==? <T>(left: Left<T?>, right: T?) -> Bool { (left.value == nil) != left.isChanged }
func |!=? <T>(left: Left<T?>, right: T?) -> Bool { (left.value != nil) != left.isChanged }

func |&& (left: Left<Bool>, right: @autoclosure () -> Bool) -> Bool {
    left.isChanged ? left.value || right() : left.value && right()
}
func |^^ (left: Left<Bool>, right: @autoclosure () -> Bool) -> Bool {
    left.isChanged ? left.value && right() : left.value || right()
}

/// `17 |! !a` is `!a`, and `a` where change 17 is made.
func |! (number: Int, value: Bool) -> Bool { value != mutant(number) }
