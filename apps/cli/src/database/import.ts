import { resolve } from 'node:path'
import { cleanLine, countText } from '@convene/domain'
import { shortId } from '@convene/host'
import { type Imported, importSessions } from '@convene/team'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printJson, printLines } from '../terminal/print.ts'
import { openDatabase } from './open-database.ts'

const MAIN = 'main'

/** `convene import`: imports a data folder's sessions into a database. Exits 1 if any was refused. */
export async function importFolder(program: Program, input: Input): Promise<number> {
  const [folder = ''] = input.words
  const opened = await openDatabase(program, input)
  if (!opened.ok) return program.refuse(opened.refusal)
  const team = opened.value
  try {
    const space = input.text('space') ?? MAIN
    if (!(await team.accounts.space(space))) {
      const names = (await team.accounts.spaces()).map(({ id }) => id).join(', ')
      return program.refuse({ code: 'no_space', message: `No space "${space}". Spaces: ${names}.` })
    }
    const done = await importSessions({ folder: resolve(program.workspace, folder), team, space })
    return done.ok ? report(program, input, done.value) : program.refuse(done.refusal)
  } finally {
    await team.close()
  }
}

function report(program: Program, input: Input, done: ReadonlyMap<string, Imported>): number {
  const all = [...done].map(([id, ended]) => ({ id, ...ended }))
  const refused = all.filter((each) => each.state === 'refused')
  if (input.flag('json')) printJson(program, all)
  else
    printLines(program, [
      ...refused.map(({ id, why }) => `${shortId(id)} was not imported. ${cleanLine(why)}`),
      summaryOf(all),
    ])
  return refused.length > 0 ? 1 : 0
}

function summaryOf(all: readonly Imported[]): string {
  const count = (state: Imported['state']) => all.filter((each) => each.state === state).length
  const sum = (what: 'events' | 'files') =>
    all.reduce((total, each) => total + (each.state === 'refused' ? 0 : each[what]), 0)
  const parts = [
    `${countText(count('new'), 'session')} imported`,
    ...(count('continued') > 0 ? [`${count('continued')} continued`] : []),
    ...(count('there') > 0 ? [`${count('there')} already there`] : []),
    ...(count('refused') > 0 ? [`${count('refused')} not imported`] : []),
    `${countText(sum('events'), 'event')} stored`,
    ...(sum('files') > 0 ? [`${countText(sum('files'), 'file')} with them`] : []),
  ]
  return `${parts.join(', ')}. The folder was not changed.`
}
