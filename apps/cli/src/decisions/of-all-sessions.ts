import { cleanLine, type RecordedDecision, shortBasisText } from '@convene/domain'
import { dueDecisions, isOfEval, lacksOutcome, reviewTime } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printNote, printTable } from '../terminal/print.ts'
import { decisionPlace } from './due.ts'

/** `convene decisions`: what teams decided, in all sessions, and how it turned out. */
export async function listDecided(program: CliProgram, input: Input): Promise<number> {
  const { log } = await program.store()
  const now = program.now()
  const [isOpenOnly, isDueOnly] = [input.flag('unresolved'), input.flag('due')]
  const all = await log.decisions()
  const isWanted = (each: RecordedDecision) => !isOfEval(each) && (!isOpenOnly || lacksOutcome(each))
  const newest = isDueOnly ? dueDecisions(all, now) : all.filter(isWanted).toReversed()
  if (input.flag('json')) return printJson(program, newest)
  if (newest.length === 0) printNote(program, isDueOnly ? NONE_DUE : isOpenOnly ? NONE_OPEN : 'No decisions yet.')
  else if (isDueOnly) printNote(program, 'Say how they turned out: convene decisions resolve')
  return printTable(program, {
    titles: ['decision', 'question', 'decided', 'likely right', 'review by', 'outcome'],
    rows: newest.map((each) => [
      decisionPlace(each),
      cleanLine(each.question),
      each.chosen === null ? 'undecided' : cleanLine(each.chosen),
      likelyText(each),
      new Date(reviewTime(each)).toISOString().slice(0, 10),
      outcomeText(each),
    ]),
    flexible: 1,
  })
}

const NONE_OPEN = 'Every decision has an outcome.'
const NONE_DUE = 'No decision is due for a review.'

function outcomeText({ resolved, chosen, isRehearsal }: RecordedDecision): string {
  if (isRehearsal) return 'rehearsal'
  if (resolved === null) return '-'
  if (resolved.outcome !== 'option') return resolved.outcome === 'none' ? 'no option was right' : 'unclear'
  return resolved.option === chosen ? 'right' : `wrong: ${cleanLine(resolved.option ?? '')}`
}

/** `83 % (first guess)`. Only if the votes decided. */
const likelyText = ({ likely }: RecordedDecision): string =>
  likely ? `${Math.round(likely.probability * 100)} % (${shortBasisText(likely.basis)})` : '-'
