import { type Command, cleanLine, type Refusal, type Session } from '@convene/domain'
import { findSession } from '@convene/host'
import type { CommandWork } from '../command-line/command.ts'

type Update = Omit<Extract<Command, { type: 'update' }>, 'type'>

/** The change and its confirmation message, or a refusal. */
type UpdateRequest = { readonly change: Update; readonly done: string } | Refusal

/** Changes a session's title, tags, pin or position. */
const update =
  (requestFor: (words: readonly string[], session: Session) => UpdateRequest): CommandWork =>
  async (program, { words }) => {
    const found = await findSession(program, words[0] ?? '')
    if (!found.ok) return program.refuse(found.refusal)
    const engine = await program.engine()
    const session = await engine.state(found.value)
    const request = session ? requestFor(words.slice(1).map(cleanLine), session) : undefined
    if (!request || 'code' in request)
      return program.refuse(request ?? { code: 'session_not_found', message: 'The session no longer exists.' })
    const refusal = await engine.send(found.value, { type: 'update', ...request.change })
    if (refusal) return program.refuse(refusal)
    program.terminal.err.write(`${request.done}\n`)
    return 0
  }

/** `convene sessions rename`. */
export const renameSession: CommandWork = update(([title = '']) => ({
  change: { title },
  done: `Renamed to "${title}".`,
}))

/** `convene sessions pin`. */
export const pinSession: CommandWork = update(() => ({ change: { pinned: true }, done: 'Pinned.' }))

/** `convene sessions unpin`. */
export const unpinSession: CommandWork = update(() => ({ change: { pinned: false }, done: 'Unpinned.' }))

/** `convene sessions tag`. */
export const tagSession: CommandWork = update((words, session) => {
  const added = words.map(tagOf).filter((tag) => tag !== '')
  if (added.length === 0)
    return { code: 'usage', message: 'A tag cannot be empty. To remove tags: convene sessions untag' }
  return tagged([...new Set([...session.tags, ...added])])
})

/** `convene sessions untag`. */
export const untagSession: CommandWork = update((words, session) => {
  const removed = words.map(tagOf)
  return tagged(removed.length === 0 ? [] : session.tags.filter((tag) => !removed.includes(tag)))
})

/** `convene sessions order`. */
export const orderSession: CommandWork = update(([place = '']) => {
  const order = Number(place)
  if (place.trim() === '' || !Number.isFinite(order))
    return { code: 'usage', message: `The place must be a number such as 1 or 2.5, not "${place}".` }
  return { change: { order }, done: `Moved to position ${order}. To list in this order: convene sessions --sort order` }
})

const tagOf = (word: string): string => word.replace(/^#/u, '').trim()

const tagged = (tags: readonly string[]): UpdateRequest => ({
  change: { tags },
  done: tags.length > 0 ? `Tagged: ${tags.join(', ')}.` : 'Tags removed.',
})
