import { clean, findLast, loopSentence, type Message, type Session } from '@convene/domain'

/** The result that a loop hands over, unless it is the one that was said last. */
export function bestResult(session: Session, summary: string): string {
  if (!session.run || loopSentence(session.run, summary) === undefined) return ''
  const text = summary.split('\n').slice(2).join('\n')
  const newest = findLast(session.messages, ({ kind }: Message) => kind === 'synthesis' || kind === 'answer')
  return newest?.text === text ? '' : clean(text)
}
