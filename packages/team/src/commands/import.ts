import { resolve } from 'node:path'
import { cleanLine, countText } from '@convene/domain'
import { type CommandContext, shortId } from '@convene/host'
import { MAIN_SPACE } from '../accounts/role/main-space.ts'
import { type Imported, importSessions } from '../import/import-sessions.ts'
import { openTeamDatabase } from './open-database.ts'

/** `convene import`: imports a data folder's sessions into a database. Exits 1 if any was refused. */
export async function importFolder(context: CommandContext): Promise<number> {
  const { program, input } = context
  const [folder = ''] = input.words
  const opened = await openTeamDatabase(context)
  if (!opened.ok) return context.refuse(opened.refusal)
  const team = opened.value
  try {
    const space = input.text('space') ?? MAIN_SPACE
    if (!(await team.accounts.space(space))) {
      const names = (await team.accounts.spaces()).map(({ id }) => id).join(', ')
      return context.refuse({ code: 'no_space', message: `No space "${space}". Spaces: ${names}.` })
    }
    const done = await importSessions({ folder: resolve(program.workspace, folder), team, space })
    return done.ok ? report(context, done.value) : context.refuse(done.refusal)
  } finally {
    await team.close()
  }
}

function report(context: CommandContext, done: ReadonlyMap<string, Imported>): number {
  const all = [...done].map(([id, ended]) => ({ id, ...ended }))
  const refused = all.filter((each) => each.state === 'refused')
  if (context.input.flag('json')) context.printJson(all)
  else
    context.printLines([
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
