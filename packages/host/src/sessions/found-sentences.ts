import { type FoundSentence, sentenceWith } from '@convene/domain'
import { type ListedSession, readPublic } from '@convene/engine'
import type { Program } from '../program.ts'

/** Each sentence has to be read from the log. Nobody reads more of them than this. */
const MOST = 50

/** Only messages are read, so votes that are still secret stay so, even if they have been counted since. */
const nothingOpen = { committed: [] }

/**
 * Listed sessions with the sentence that matches the query: from the newest matching message, or else from the goal.
 */
export async function withSentences<R extends ListedSession>(
  program: Program,
  query: string | undefined,
  sessions: readonly R[],
): Promise<readonly (Omit<R, 'found'> & { readonly sentence?: FoundSentence })[]> {
  if (query === undefined || query.trim() === '') return sessions
  const sentences = await Promise.all(sessions.slice(0, MOST).map((session) => sentenceIn(program, query, session)))
  return sessions.map(({ found: _found, ...session }, index) => {
    const sentence = sentences[index]
    return sentence ? { ...session, sentence } : session
  })
}

async function sentenceIn(
  program: Program,
  query: string,
  { id, goal, found }: ListedSession,
): Promise<FoundSentence | null> {
  if (!found) return sentenceWith(goal, query)
  const { log } = await program.store()
  const { from, to } = found
  const events = await readPublic(log, id, { after: from - 1, limit: to - from + 1, known: nothingOpen })
  const texts = events.flatMap((event) => (event.type === 'message' ? [event.data.text] : []))
  return sentenceWith(texts.join('\n'), query) ?? sentenceWith(goal, query)
}
