import {
  compilePattern,
  confidenceIn,
  matchesPattern,
  optionKey,
  optionMeant,
  placeOfLetter,
  valueIn,
} from '@convene/domain'
import { type EvalQuestion, truthText } from './question.ts'

/** One agent's short answer, null if unreadable, and how sure it claimed to be (0 to 100). */
export type ShortAnswer = { readonly said: string | null; readonly confidence: number | null }

const LONGEST = 1_000

/** Reads the `ANSWER:` and `CONFIDENCE:` lines that questions ask for. Nothing is guessed from the remaining text. */
export function readSaid(question: EvalQuestion, text: string): ShortAnswer {
  const line = valueIn(text, 'ANSWER')?.slice(0, LONGEST)
  return { said: line === undefined ? null : shortAnswer(question, line), confidence: confidenceIn(text) }
}

/** An answer in the form used for comparing: an option's text, a plain number, or the words. */
export function shortAnswer({ options, truth }: EvalQuestion, line: string): string | null {
  if (options.length > 0) return optionIn(options, line) ?? null
  if (truth?.kind === 'number') return numberIn(line)
  return line.trim() === '' ? null : line.trim()
}

/** A letter means the option with that letter, even if another option begins with it. */
function optionIn(options: readonly string[], line: string): string | undefined {
  const letter = /^\W{0,3}(?:option\s{1,3})?([a-z])(?:$|\s{0,2}[).:,*_]|\s{1,3}[–—-]\s)/iu.exec(line)?.[1]
  const named = letter === undefined ? undefined : options[placeOfLetter(letter)]
  return named ?? optionMeant(options, line)
}

const NUMBER = /[-−]?\d{1,3}(?:,\d{3})+(?:\.\d{1,12})?|[-−]?\d{1,15}(?:\.\d{1,12})?(?:e[+-]?\d{1,3})?/giu

/** The only number in a line. If there are several different ones, none is assumed to be the answer. */
function numberIn(line: string): string | null {
  const found = [...new Set([...line.matchAll(NUMBER)].map(([text]) => Number(plain(text))))]
  return found.length === 1 && Number.isFinite(found[0]) ? String(found[0]) : null
}

const plain = (text: string): string => text.replace('−', '-').replaceAll(',', '')

/** Whether an answer is right. Undefined if the question has no known answer. An unreadable answer is wrong. */
export function isRightAnswer({ truth }: EvalQuestion, said: string | null): boolean | undefined {
  if (truth === null) return undefined
  if (said === null) return false
  switch (truth.kind) {
    case 'option':
      return said === truth.option
    case 'number':
      return Math.abs(Number(said) - truth.value) <= truth.tolerance + 1e-9 * Math.abs(truth.value)
    case 'text':
      return truth.texts.some((text) => optionKey(text) === optionKey(said))
    case 'pattern': {
      const pattern = compilePattern(truth.source)
      return pattern.ok && matchesPattern(pattern.value, said)
    }
  }
}

/** The answer for counting votes: all right answers are the same, however they are worded. */
export function votedFor(question: EvalQuestion, said: string): string {
  if (question.truth && isRightAnswer(question, said)) return truthText(question.truth)
  return question.options.length > 0 || question.truth?.kind === 'number' ? said : optionKey(said)
}
