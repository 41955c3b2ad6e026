import { refuse } from '@convene/domain'
import { knownKeys } from '@convene/host'
import { doneAnswer, type Handlers, timeText } from '@convene/server'
import type { ByPerson } from './by-person.ts'

/** Provider keys of a space: entered once, used from then on, and never sent back. */
export const spaceKeyHandlers = (byPerson: ByPerson): Handlers<'spaceKeys' | 'saveSpaceKey' | 'deleteSpaceKey'> => ({
  spaceKeys: byPerson(async ({ caller, keys }) => {
    const items = (await (await keys()).list(caller.space)).map(({ variable, createdAt }) => ({
      ...{ variable, createdAt: timeText(createdAt) },
    }))
    return { ok: true, value: { items, next: null } }
  }),
  saveSpaceKey: byPerson(async ({ caller, keys }, { variable, value }, { program }) => {
    // Any other variable, such as a proxy or an address, would decide where this space's sessions send their data.
    if (!(await knownKeys(program)).some((key) => key.variable === variable))
      return refuse(
        'unknown_key',
        `No provider takes its key from ${variable}. Models in the settings lists those that do.`,
      )
    const refusal = await (await keys()).set({ space: caller.space, variable, value }, caller.person)
    return refusal ? { ok: false, refusal } : doneAnswer
  }),
  deleteSpaceKey: byPerson(async ({ caller, keys }, { variable }) =>
    (await (await keys()).remove({ space: caller.space, variable }, caller.person))
      ? doneAnswer
      : refuse('not_found', `This space has no ${variable}.`),
  ),
})
