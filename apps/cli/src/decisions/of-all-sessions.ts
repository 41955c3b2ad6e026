import { cleanLine, lacksOutcome, type RecordedDecision } from '@convene/domain'
import { shortId } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printJson, printNote, printTable } from '../terminal/print.ts'

/** `convene decisions`: what teams decided, in all sessions, and how it turned out. */
export async function listDecided(program: Program, input: Input): Promise<number> {
  const { log } = await program.store()
  const all = (await log.decisions()).filter((each) => !input.flag('unresolved') || lacksOutcome(each))
  const newest = all.toReversed()
  if (input.flag('json')) return printJson(program, newest)
  if (newest.length === 0)
    printNote(program, input.flag('unresolved') ? 'Every decision has an outcome.' : 'No decisions yet.')
  return printTable(program, {
    titles: ['decision', 'question', 'decided', 'outcome'],
    rows: newest.map((each) => [
      `${shortId(each.session)}/${cleanLine(each.decision)}`,
      cleanLine(each.question),
      each.chosen === null ? 'undecided' : cleanLine(each.chosen),
      outcomeText(each),
    ]),
    flexible: 1,
  })
}

function outcomeText({ resolved, chosen, isRehearsal }: RecordedDecision): string {
  if (isRehearsal) return 'rehearsal'
  if (resolved === null) return '-'
  if (resolved.outcome !== 'option') return resolved.outcome === 'none' ? 'no option was right' : 'unclear'
  return resolved.option === chosen ? 'right' : `wrong: ${cleanLine(resolved.option ?? '')}`
}
