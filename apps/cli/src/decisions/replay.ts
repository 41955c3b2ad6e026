import type { AskFewer } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printLines, printTable } from '../terminal/print.ts'
import { readPanels, readSets } from './read-recorded.ts'
import { meanText, replayTable } from './replay-table.ts'
import { replayedSet } from './replayed-set.ts'

/** `convene decisions replay`: runs recorded votes through the voting rules, from a cold start. */
export async function replayRecorded(program: CliProgram, input: Input): Promise<number> {
  const wanted = (input.text('voters') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const list = input.text('panels')
  if ((list === undefined) === (input.words.length === 0)) return program.refuse({ code: 'usage', message: WHICH })
  const read = list === undefined ? await readSets(input.words, wanted) : await readPanels(list, input.text('folder'))
  if (!read.ok) return program.refuse(read.refusal)
  const begun = process.cpuUsage()
  const [orders, seed] = [input.number('orders'), input.number('seed')]
  const heard = { resolved: input.number('resolved'), wrong: input.number('wrong') }
  const ask = asked(input.text('ask'))
  const sets = read.value.map((votes) => replayedSet({ ...votes, orders, seed, ask, ...heard }))
  if (input.flag('json'))
    return printLines(
      program,
      sets.map((set) => JSON.stringify(set)),
    )
  const used = process.cpuUsage(begun)
  printTable(program, replayTable(sets, input.flag('by-age')))
  return printLines(program, meanText(sets, (used.user + used.system) / 1e6))
}

const asked = (who: string | undefined): AskFewer | undefined =>
  who === 'two-first' || who === 'as-few-as-needed' ? who : undefined

const WHICH = 'Name files with votes, or a list of panels with --panels.'
