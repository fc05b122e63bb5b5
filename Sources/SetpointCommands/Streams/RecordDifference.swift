import Diagnostics
import JSONText
import ScheduleText

/// `diff --ndjson`: compares the two documents of each record.
///
/// Prints one object with the differences, or none for equal documents.
struct RecordDifference: RecordWork {
  let name: String
  let members: [StaticString] = ["old", "new"]

  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    var documents: [ScheduleDocument] = []
    var found: [Diagnostic] = []
    for (text, side) in zip(texts, ["old", "new"]) {
      do throws(DocumentProblem) {
        documents.append(try ScheduleDocument(scanning: Array(text), file: side))
      } catch {
        found += error.diagnostics
      }
    }
    guard found.isEmpty, documents.count == 2 else { return answers.refuse(found) }
    answers.count([])
    guard documents[0].contents != documents[1].contents else { return }
    let diff = ContentsDiff(
      from: documents[0].contents, to: documents[1].contents, pairingSingles: true)
    guard !diff.differences.isEmpty else { return }
    answers.fail()
    answers.object(["differences": .array(diff.differences.map { $0.json() })])
  }
}
