import { ok, type Result, refuse } from '@convene/domain'
import { type ArmReply, noCost } from '../arm.ts'
import { readSaid, shortAnswer } from '../grade.ts'
import { type EvalQuestion, readEvalQuestion } from '../question.ts'
import { csvRows } from './csv.ts'
import { inspectReply, inspectRow, isInspect } from './inspect.ts'
import { isLmEval, lmEvalReply, lmEvalRow } from './lm-eval.ts'
import { isPromptfoo, promptfooRows } from './promptfoo.ts'

/** The syntax of a file. What its rows mean is recognized from the rows. */
export type FileSyntax = 'jsonl' | 'json' | 'yaml' | 'csv'

const MOST_QUESTIONS = 5_000

/** The rows of a file of any known format. YAML is parsed by the caller. */
export function questionRows(text: string, syntax: Exclude<FileSyntax, 'yaml'>): Result<readonly unknown[]> {
  if (syntax === 'csv') return csvRows(text)
  if (syntax === 'json') {
    const value = parsed(text)
    return value === undefined ? refuse('bad_file', 'It is not valid JSON.') : rowsIn(value)
  }
  const rows = text.split('\n').map((line, place) => ({ line: line.trim(), number: place + 1 }))
  const values = rows.filter(({ line }) => line !== '').map((row) => ({ ...row, value: parsed(row.line) }))
  const bad = values.find(({ value }) => value === undefined)
  return bad ? refuse('bad_file', `Line ${bad.number} is not valid JSON.`) : ok(values.map(({ value }) => value))
}

/** The rows of a parsed file: a list, an Inspect log's samples, or promptfoo's tests. */
export function rowsIn(value: unknown): Result<readonly unknown[]> {
  if (isPromptfoo(value)) return promptfooRows(value)
  if (Array.isArray(value)) return ok(value)
  const { samples, questions } = Object(value) as { readonly samples?: unknown; readonly questions?: unknown }
  const list = samples ?? questions
  return Array.isArray(list) ? ok(list) : refuse('bad_file', 'It contains no list of questions.')
}

/** The questions in rows of any known format. Ids are unique, and every question is complete. */
export function questionsInFile(rows: readonly unknown[]): Result<readonly EvalQuestion[]> {
  if (rows.length === 0) return refuse('bad_file', 'It contains no questions.')
  if (rows.length > MOST_QUESTIONS) return refuse('bad_file', `It contains more than ${MOST_QUESTIONS} questions.`)
  const questions: EvalQuestion[] = []
  const ids = new Set<string>()
  for (const [place, row] of rows.entries()) {
    const read = readEvalQuestion(ownRow(row, place))
    if (!read.ok) return refuse('bad_file', `Question ${place + 1}: ${read.refusal.message}`)
    if (ids.has(read.value.id))
      return refuse('bad_file', `Question ${place + 1}: the id "${read.value.id}" is there twice.`)
    ids.add(read.value.id)
    questions.push(read.value)
  }
  return ok(questions)
}

/** Another program's row in our form. Without an id, its index is the id. */
function ownRow(row: unknown, place: number): unknown {
  const own = isLmEval(row) ? lmEvalRow(row) : isInspect(row) ? inspectRow(row) : row
  return typeof own === 'object' && own !== null && !Array.isArray(own) ? { id: String(place + 1), ...own } : own
}

/** The answers to these questions in another program's logs, as an arm that costs nothing. */
export function recordedReplies(
  rows: readonly unknown[],
  questions: readonly EvalQuestion[],
): Result<{ readonly [question: string]: ArmReply }> {
  const replies: { [question: string]: ArmReply } = {}
  for (const [place, row] of rows.entries()) {
    const { id } = ownRow(row, place) as { readonly id: unknown }
    const question = questions.find((each) => each.id === String(id))
    const reply = question && replyIn(question, row)
    if (question && reply) replies[question.id] = reply
  }
  return Object.keys(replies).length > 0
    ? ok(replies)
    : refuse('bad_file', 'It contains no recorded answer to any of the questions. Their ids must match.')
}

function replyIn(question: EvalQuestion, row: unknown): ArmReply | undefined {
  const logged = lmEvalReply(row)
  const text = logged?.said ?? inspectReply(row)
  if (text === undefined) return undefined
  const said = readSaid(question, text).said ?? shortAnswer(question, text)
  return { text, said, probability: logged?.probability ?? null, ballots: [], cost: noCost, ms: 0 }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
