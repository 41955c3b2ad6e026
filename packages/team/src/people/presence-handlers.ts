import type { Handlers } from '@convene/server'
import { sessionId, timeText } from '@convene/server'
import type { ByPerson } from './by-person.ts'

/** What people see of each other: who has a session open, and who mentioned them. */
export const presenceHandlers = (byPerson: ByPerson): Handlers<'look' | 'mentions'> => ({
  look: byPerson(async ({ caller, together }, { id, leaves }, { program }) => {
    const found = await sessionId(program, id)
    if (!found.ok) return found
    const ours = await together()
    if (leaves) await ours.leave(caller, found.value)
    const others = leaves ? [] : [...(await ours.look(caller, found.value))]
    return { ok: true, value: { others } }
  }),
  mentions: byPerson(async ({ caller, together }) => {
    const items = await (await together()).mentions(caller)
    return {
      ok: true,
      value: { items: items.map(({ at, ...mention }) => ({ ...mention, at: timeText(at) })), next: null },
    }
  }),
})
