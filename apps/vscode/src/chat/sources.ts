import { citationsIn, type EventOf } from '@convene/domain'
import type { ChatNames } from './messages.ts'
import { action, oneLine, type ResponsePart } from './response-part.ts'

type Said = { readonly author: string; readonly round: number | undefined }

/** Reports cite fewer. A reply that cites everything would fill the chat. */
const MOST = 24

/** Tracks messages and links those that a text cites. */
export type CitedSources = {
  hear(event: EventOf<'message'>): void
  /** One line of links, or nothing if no message that exists is cited, or only those of the line above. */
  cited(text: string, session: string, names: ChatNames): readonly ResponsePart[]
}

/** Nothing in a model's text may become a command, so the text stays unchanged and our links follow on a line below. */
export function sources(): CitedSources {
  const said = new Map<string, Said>()
  // In a continued session, all that is known about earlier messages is that they exist.
  let first: number | undefined
  // A decision cites what its report has just cited.
  let above: readonly string[] = []
  const exists = (id: string): boolean => {
    const number = Number(id.slice(1))
    return said.has(id) || (id === `m${number}` && number >= 1 && number < (first ?? 0))
  }
  return {
    hear: ({ id, data: { author, round } }) => {
      if (id === undefined) return
      first ??= Number(id.slice(1))
      said.set(id, { author, round })
      above = []
    },
    cited: (text, session, names) => {
      const ids = citationsIn(text).filter(exists)
      if (ids.every((id) => above.includes(id))) return []
      above = ids
      const found = ids.slice(0, MOST).map((id) => action(titleOf(id, said.get(id), names), OPEN, session, id))
      if (ids.length > MOST) found.push(action(`${ids.length - MOST} more`, OPEN, session))
      return [{ kind: 'links', label: 'Sources', links: found }]
    },
  }
}

const OPEN = 'convene.openSession'

/** `m4 Ada, round 1`. */
function titleOf(id: string, said: Said | undefined, { name }: ChatNames): string {
  if (said === undefined) return id
  const who = said.author === 'user' ? 'you' : oneLine(name(said.author), 60)
  return `${id} ${who}${said.round === undefined ? '' : `, round ${said.round}`}`
}
