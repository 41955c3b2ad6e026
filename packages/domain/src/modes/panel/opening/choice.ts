import { optionsNamed } from './goal-options.ts'
import { optionsListed, topicOptions } from './topic-options.ts'

const LONGEST_GOAL = 2_000
/** In any sentence: somebody wants one answer in the end. */
const CHOOSES = /\b(?:decide|choose|pick|select|recommend|agree on|settle on|whether|vs\.?|versus)(?![\p{L}\p{N}])/iu
/** In a question: `Where should it live?`, `What is the best store?` */
const ASKS = /\b(?:should|shall|which|or|best|better)\b/iu
/** Any other question is answered with yes or no: `Ship on Friday?` */
const OPEN = /^(?:and|so|but|then)?\W*(?:how|why|what|where|who|whose|when|in what)\b/iu

/**
 * Whether a discussion has something to choose between: in the user's words, or in the Head's options. Analyses, risks,
 * pros and cons have not, and a vote on them would invent a decision.
 */
export function hasChoice(goal: string, topic: string): boolean {
  const text = goal.slice(0, LONGEST_GOAL)
  const named = [topicOptions(topic), optionsListed(text), optionsNamed(text)]
  if (named.some((options) => options.length > 1) || CHOOSES.test(text)) return true
  const questions = text.split(/(?<=[.!?])\s|\n/u).filter((sentence) => sentence.trim().endsWith('?'))
  return questions.some((question) => ASKS.test(question) || !OPEN.test(question.trim()))
}
