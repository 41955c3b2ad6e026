import { cleanLine, type Session } from '@convene/domain'
import { findSession } from '@convene/host'
import type { BuildReview } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines, printNote, printVerbatim, textWidth } from '../terminal/print.ts'
import { type Act, deskOf, type ReviewDesk } from './desk.ts'
import { doneWords } from './done-words.ts'
import { printedReview } from './printed-review.ts'
import { readVerb } from './verbs.ts'
import { watch } from './watch.ts'

const FAILED = 1
/** It was tried, and conflicts or failing checks were in the way. */
const UNWRITTEN: ReadonlySet<string> = new Set(['not_kept', 'not_committed'])

/** `convene review`: what a session has built, to keep, undo, comment on, commit or propose. */
export async function reviewBuild(program: CliProgram, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const desk = deskOf(program, found.value)
  const review = await desk.read()
  if (!review.ok) return program.refuse(review.refusal)
  if (input.words.length > 1) return carryOut(program, input, desk, review.value)
  if (input.flag('json')) return printJson(program, review.value)
  const { terminal } = program
  if (terminal.canAsk && terminal.out.isTerminal) {
    const { browse } = await import('./browse.ts')
    return browse(program, input, desk, review.value)
  }
  return printReview(program, review.value)
}

function printReview(program: CliProgram, review: BuildReview): number {
  const { out } = program.terminal
  const lines = printedReview(review, { width: textWidth(out), style: out.style })
  printVerbatim(program, lines.slice(0, -1))
  return printLines(program, lines.slice(-1))
}

async function carryOut(program: CliProgram, input: Input, desk: ReviewDesk, before: BuildReview): Promise<number> {
  const act = readVerb(input, before)
  if (!act.ok) return program.refuse(act.refusal)
  const start = await (await program.engine()).state(desk.session)
  const done = await desk.act(act.value)
  if (!done.ok) {
    const code = program.refuse(done.refusal)
    return UNWRITTEN.has(done.refusal.code) ? FAILED : code
  }
  const { review, notes } = done.value
  for (const note of notes) printNote(program, cleanLine(note))
  if (start && isSent(act.value)) return follow(program, input, desk, start)
  if (input.flag('json')) printJson(program, review)
  else printNote(program, doneWords(act.value, review))
  return review.landing?.state === 'refused' && review.landing.id !== before.landing?.id ? FAILED : 0
}

const isSent = (act: Act): boolean => act.type === 'send' || (act.type === 'comment' && act.send === true)

/** The owners work on the comments: here, because this process runs them, or on the server. */
async function follow(program: CliProgram, input: Input, desk: ReviewDesk, start: Session): Promise<number> {
  if (!input.flag('json')) return watch(program, input, start)
  await (await program.engine()).rested(desk.session)
  const review = await desk.read()
  return review.ok ? printJson(program, review.value) : program.refuse(review.refusal)
}
