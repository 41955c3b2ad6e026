import { clean, findLast, loopSentence, type Message, type Session } from '@convene/domain'

/** A loop's best result, unless it was the last message. */
export function bestResult(session: Session, summary: string): string {
  if (!session.run || loopSentence(session.run, summary) === undefined) return ''
  const text = summary.split('\n').slice(2).join('\n')
  const newest = findLast(session.messages, ({ kind }: Message) => kind === 'synthesis' || kind === 'answer')
  return newest?.text === text ? '' : clean(text)
}
