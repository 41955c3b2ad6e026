import { cleanLine, countText, type RecordedDecision } from '@convene/domain'
import { shortId } from '@convene/host'
import { dueDecisions, reminderOf } from '@convene/reading'
import type { CliProgram } from '../program.ts'
import { asStarted } from '../terminal/as-started.ts'

/** Decisions whose date has come, of all sessions here. */
export async function dueHere(program: CliProgram): Promise<readonly RecordedDecision[]> {
  if (program.remote) return []
  const { log } = await program.store()
  return dueDecisions(await log.decisions(), program.now())
}

/** One quiet line about the decision that is due, and how to answer it. Undefined if none is. */
export async function dueReminder(program: CliProgram, answering = RESOLVE): Promise<string | undefined> {
  const [first, ...others] = await dueHere(program)
  if (!first) return undefined
  const more = others.length === 0 ? '' : ` ${countText(others.length, 'more decision is', 'more decisions are')} due.`
  return `${reminderOf(first, program.now())} Answer: ${asStarted(program.terminal, answering)}.${more}`
}

const RESOLVE = 'convene decisions resolve'

/** `7Q4M2KXR/d1`: how a decision is named on the command line. */
export const decisionPlace = ({ session, decision }: RecordedDecision): string =>
  `${shortId(session)}/${cleanLine(decision)}`
