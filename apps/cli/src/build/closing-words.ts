import { countText, shortId } from '@convene/domain'
import type { BuildReview } from '@convene/reading'

/** What is left on the screen after a review: what was decided, and what was not sent. */
export function closingWords({ session, files, comments }: BuildReview): readonly string[] {
  const states = files.flatMap(({ hunks }) => hunks.map(({ state }) => state))
  const count = (wanted: string) => states.filter((state) => state === wanted).length
  const parts = ['kept', 'undone', 'open'].flatMap((state) => (count(state) > 0 ? [`${count(state)} ${state}`] : []))
  const unsent = comments.filter(({ state, author }) => state === 'open' && author === 'user').length
  return [
    ...(parts.length > 0 ? [`${countText(states.length, 'change')}: ${parts.join(', ')}.`] : []),
    ...(unsent > 0 ? [`${countText(unsent, 'comment')} not sent: convene review ${shortId(session)} send`] : []),
  ]
}
