import Dispatch
import Synchronization

/// Inputs that threads take, and whose results are emitted in order.
final class OrderedWork<Input: Sendable, Output: Sendable, Failure: Error>: @unchecked Sendable {
  // One thread at a time is in `next`, and one in `emit`: the state says whether one is.
  private let next: () throws(Failure) -> Input?
  private let weight: (Input) -> Int
  private let emit: (Input, Output) -> Void

  private struct State {
    /// What is not emitted yet, from the input of this number on; a result is there where the work is done.
    var first = 0
    var line: [(weight: Int, result: (Input, Output)?)] = []
    /// The weight of them all.
    var load = 0
    /// The inputs that nobody took yet, the last ones of the line.
    var untaken: [Input] = []
    var isReading = false
    var isEmitting = false
    /// What `next` ended with.
    var end: Result<Void, Failure>?
    /// How many threads take part, and how many of them wait for a change.
    var threads = 0
    var waiting = 0

    mutating func add(_ input: Input, _ weight: Int) {
      line.append((weight, nil))
      load += weight
      untaken.append(input)
    }

    /// The first result, if it is there; then it is the caller's to emit.
    mutating func takeDue() -> (Input, Output)? {
      let due = line.first?.result
      isEmitting = due != nil
      return due
    }
  }

  private let state = Mutex(State())
  private let changes = DispatchSemaphore(value: 0)
  private let room: Int

  /// - Parameter room: how much may be read, worked on and wait for something before it.
  init(
    room: Int, next: @escaping () throws(Failure) -> Input?,
    weight: @escaping (Input) -> Int, emit: @escaping (Input, Output) -> Void
  ) {
    (self.room, self.next, self.weight, self.emit) = (room, next, weight, emit)
  }

  private enum Step { case read, wait, work(number: Int, Input), end }

  /// Reads, works and emits on this thread, together with all others that take part, until all is done.
  func takePart(_ work: (Input) -> Output) {
    state.withLock { $0.threads += 1 }
    while true {
      switch state.withLock({ step(&$0) }) {
      case .read: read()
      case .wait: changes.wait()
      case .work(let number, let input): finish(number, input, work(input))
      case .end: return
      }
    }
  }

  private func step(_ state: inout State) -> Step {
    // As many are read ahead as there are threads, so that nobody waits while one reads. Even if that one waits
    // for somebody, what came is worked on: it has nothing itself, and the others take what is there.
    if !state.isReading, state.end == nil, state.untaken.count < state.threads, state.load < room {
      state.isReading = true
      return .read
    }
    if !state.untaken.isEmpty {
      let number = state.first + state.line.count - state.untaken.count
      return .work(number: number, state.untaken.removeFirst())
    }
    guard state.end == nil else { return .end }
    state.waiting += 1
    return .wait
  }

  private func read() {
    let found: Result<Input?, Failure>
    do throws(Failure) { found = .success(try next()) } catch { found = .failure(error) }
    state.withLock { state in
      state.isReading = false
      switch found {
      case .success(let input?): state.add(input, weight(input))
      case .success(nil): state.end = .success(())
      case .failure(let error): state.end = .failure(error)
      }
      wakeAll(&state)
    }
  }

  /// Takes the result of an input, and emits all that are due, unless another thread is about that.
  private func finish(_ number: Int, _ input: Input, _ output: Output) {
    var due = state.withLock { state in
      state.line[number - state.first].result = (input, output)
      return state.isEmitting ? nil : state.takeDue()
    }
    while let (input, output) = due {
      emit(input, output)
      due = state.withLock { state in
        state.load -= state.line.removeFirst().weight
        state.first += 1
        wakeAll(&state)
        return state.takeDue()
      }
    }
  }

  private func wakeAll(_ state: inout State) {
    for _ in 0..<state.waiting { changes.signal() }
    state.waiting = 0
  }

  /// Throws what `next` threw.
  func end() throws(Failure) { try state.withLock(\.end)?.get() }
}
