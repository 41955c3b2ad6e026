import { type Answer, says } from './answer.ts'

/** An answer would be of no use here. */
export const clarify: Answer = ({ terms }) => {
  const words = terms.slice(0, 4).map(({ shown }) => shown)
  return says(
    `CLEAR: this is a rehearsal; the files will be searched for ${words.join(', ') || 'the words of the goal'}.`,
  )
}
