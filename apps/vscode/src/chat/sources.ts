import { citationsIn, type EventOf } from '@convene/domain'
import type { Names } from './messages.ts'
import { action, oneLine, type Shown } from './shown.ts'

type Said = { readonly author: string; readonly round: number | undefined }

/** More than a report cites. A reply that cites everything would fill the chat. */
const MOST = 24

/** Knows every message, and links those that a text cites. */
export type Sources = {
  hear(event: EventOf<'message'>): void
  /** One line of links, or nothing if no message that exists is cited. */
  cited(text: string, session: string, names: Names): readonly Shown[]
}

/** A model's text stays as it is, because nothing in it may become a command: these links are ours, on a line below. */
export function sources(): Sources {
  const said = new Map<string, Said>()
  // Of a run that was started before, earlier messages are only known to exist.
  let first: number | undefined
  const exists = (id: string): boolean => {
    const number = Number(id.slice(1))
    return said.has(id) || (id === `m${number}` && number >= 1 && number < (first ?? 0))
  }
  return {
    hear: ({ id, data: { author, round } }) => {
      if (id === undefined) return
      first ??= Number(id.slice(1))
      said.set(id, { author, round })
    },
    cited: (text, session, names) => {
      const ids = citationsIn(text).filter(exists)
      const found = ids.slice(0, MOST).map((id) => action(titleOf(id, said.get(id), names), OPEN, session, id))
      if (ids.length > MOST) found.push(action(`${ids.length - MOST} more`, OPEN, session))
      return found.length === 0 ? [] : [{ kind: 'links', label: 'Sources', links: found }]
    },
  }
}

const OPEN = 'convene.openSession'

/** `m4 Ada, round 1`. */
function titleOf(id: string, said: Said | undefined, { name }: Names): string {
  if (said === undefined) return id
  const who = said.author === 'user' ? 'you' : oneLine(name(said.author), 60)
  return `${id} ${who}${said.round === undefined ? '' : `, round ${said.round}`}`
}
