import { clean, findLast, type Message, type Session } from '@convene/domain'

/** The sign and the sentence that a summary begins with, if it does. */
export function verdictOf(summary: string): string | undefined {
  const [first = ''] = summary.split('\n')
  return /^(✅|⏱|⚠|⏹)/u.test(first) ? first : undefined
}

/** The result that is handed over, unless it is the one that was said last. */
export function bestResult(session: Session, summary: string): string {
  const text = verdictOf(summary) === undefined ? '' : summary.split('\n').slice(2).join('\n')
  const newest = findLast(session.messages, ({ kind }: Message) => kind === 'synthesis' || kind === 'answer')
  return newest?.text === text ? '' : clean(text)
}
