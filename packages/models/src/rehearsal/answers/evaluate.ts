import { escapeName } from '../quote.ts'
import { placesIn, type Study } from '../study.ts'
import { stemsOf, type Term } from '../words.ts'
import { type Answer, says } from './answer.ts'

const ENOUGH = 0.9
const MOST_PLACES = 10
const PLACES_A_FILE = 2
const SHARE_OF_WORDS = 0.3

/** A count, not a judgment: how many of the goal's words the result has, and how many places it cites. */
export const evaluate: Answer = (study) => {
  const { ask } = study
  const judged = Object.entries(ask.sections).find(([name]) => name.startsWith('Result of iteration'))?.[1]
  const own = ask.earlier.findLast(({ author }) => author === '')?.text ?? ''
  const count = countIn(study, judged ?? own)
  if (judged !== undefined) return says(`SCORE: ${count.score.toFixed(2)}\nRATIONALE: ${count.reason}`)
  return says(`${count.score >= ENOUGH ? '[[GROUP_REFLECT_COMPLETE]]' : '[[NEEDS_ITERATION]]'}\n\n${count.reason}`)
}

function countIn({ terms, index }: Study, result: string): { readonly score: number; readonly reason: string } {
  const stems = new Set(stemsOf(result))
  const missing = terms.filter((term) => !term.stems.every((stem) => stems.has(stem)))
  const places = [...placesIn(result)].filter((place) => !place.startsWith('goal:')).length
  const words = terms.length === 0 ? 1 : (terms.length - missing.length) / terms.length
  const enough = Math.min(MOST_PLACES, PLACES_A_FILE * index.sources.length)
  // Without files there is nothing to cite.
  const cited = enough === 0 ? 1 : Math.min(1, places / enough)
  const score = SHARE_OF_WORDS * words + (1 - SHARE_OF_WORDS) * cited
  const lacks = missing.length > 0 ? `; missing: ${list(missing)}` : ''
  const counted = `${terms.length - missing.length} of ${terms.length} words of the goal, ${Math.min(places, enough)} of ${enough} places cited${lacks}`
  return { score, reason: `Counted by the rehearsal model, not judged: ${counted}.` }
}

const list = (terms: readonly Term[]): string => terms.map(({ shown }) => escapeName(shown)).join(', ')
