import { type Command, cleanLine } from '@convene/domain'
import { findSession } from '@convene/program'
import type { Work } from '../command-line/command.ts'

type Update = Omit<Extract<Command, { type: 'update' }>, 'type'>

/** Changes what lists show of a session. */
const update =
  (changeOf: (words: readonly string[]) => Update, done: (words: readonly string[]) => string): Work =>
  async (program, { words }) => {
    const found = await findSession(program, words[0] ?? '')
    if (!found.ok) return program.refuse(found.refusal)
    const engine = await program.engine()
    const refusal = await engine.send(found.value, { type: 'update', ...changeOf(words) })
    if (refusal) return program.refuse(refusal)
    program.terminal.err.write(`${done(words)}\n`)
    return 0
  }

/** `convene sessions rename`. */
export const renameSession: Work = update(
  ([, title = '']) => ({ title: cleanLine(title) }),
  ([, title = '']) => `Renamed to "${cleanLine(title)}".`,
)

/** `convene sessions pin`. */
export const pinSession: Work = update(
  () => ({ pinned: true }),
  () => 'Pinned.',
)

/** `convene sessions unpin`. */
export const unpinSession: Work = update(
  () => ({ pinned: false }),
  () => 'Unpinned.',
)

/** `convene sessions tag`. */
export const tagSession: Work = update(
  ([, ...tags]) => ({ tags: tags.map(cleanLine) }),
  ([, ...tags]) => (tags.length > 0 ? `Tagged: ${tags.map(cleanLine).join(', ')}.` : 'Tags removed.'),
)
