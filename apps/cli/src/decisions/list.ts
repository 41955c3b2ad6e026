import { cleanLine, type Facts, outcomeText, shortBasisText } from '@convene/domain'
import { readPublic } from '@convene/engine'
import { findSession, keepDecisions } from '@convene/host'
import { decisionsIn } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printNote, printTable } from '../terminal/print.ts'

/** `convene sessions decisions`: the team's votes and decisions. With `--write`, saves the records as files. */
export async function decisionsCommand(program: CliProgram, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  if (input.flag('write')) {
    const kept = await keepDecisions(program, found.value)
    if (!kept.ok) return program.refuse(kept.refusal)
    if (kept.value.length === 0) printNote(program, 'No decision records in this session. A rehearsal leaves none.')
    for (const { path, isNew } of kept.value)
      program.terminal.err.write(`${isNew ? 'Written' : 'Already exists'}: ${path}\n`)
    return 0
  }
  const { log } = await program.store()
  const decisions = decisionsIn(await readPublic(log, found.value))
  if (input.flag('json'))
    return printJson(
      program,
      decisions.map(({ run: _run, resolved: _resolved, votes, committed, ...proposed }) => ({
        ...proposed,
        voters: votes.map(({ voter }) => voter),
        committed,
      })),
    )
  if (decisions.length === 0) printNote(program, 'No votes in this session yet.')
  return printTable(program, {
    titles: ['decision', 'topic', 'votes', 'decided', 'likely right'],
    rows: decisions.map(({ decision, topic, eligible, votes, committed }) => [
      cleanLine(decision),
      cleanLine(topic),
      `${votes.length} of ${eligible.length}`,
      committed ? cleanLine(outcomeText(committed)) : 'open',
      likelyText(committed),
    ]),
    flexible: 1,
  })
}

/** `83 % (first guess)`. A decision that the votes did not make says nothing. */
function likelyText(committed: Facts['decision.committed'] | null): string {
  const { how, probability, basis } = committed ?? {}
  if (probability === undefined || !basis || how === 'lead' || how === 'undecided') return '-'
  return `${Math.round(probability * 100)} % (${shortBasisText(basis)})`
}
