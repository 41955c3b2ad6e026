import { undecorated } from './lines.ts'

/** Sections of an ask in which we say what to do. The others hold the goal, reports and options, which answers quote. */
const INSTRUCTIONS =
  /^## (?:What is asked|What to plan|How to judge|How to assign|How to answer|How to end|When you are done|Go over it|Your turn)$/mu

/** This many words in a row are no coincidence. */
const RUN = 4
/** Fewer repeated words may be a label and a value. */
const LEAST = 8
const SHARE = 0.6
const LONGEST = 20_000

/**
 * Whether an answer mostly repeats its instructions, as small models do: `SCORE: 1, RATIONALE: what is missing or wrong,
 * most important first`. Whatever else it says is not a verdict.
 */
export function isEcho(answer: string, ask: string): boolean {
  const said = wordsOf(answer)
  if (said.length < LEAST) return false
  const known = new Set(runsOf(wordsOf(instructionsIn(ask))))
  const repeated = new Set<number>()
  for (const [at, run] of runsOf(said).entries())
    if (known.has(run)) for (let word = at; word < at + RUN; word += 1) repeated.add(word)
  return repeated.size >= LEAST && repeated.size >= SHARE * said.length
}

/** Shorter texts may be an answer in the words of the question. */
const LEAST_COPIED = 5
const FIRST_LINES = /^#[^\n]*\n+(?:Current date:[^\n]*\n+)?/u

/**
 * Whether an answer for people is a copy: the whole ask, one of its sections, or our instructions. Unlike a verdict, a
 * text may quote most of what it is about: a corrected text repeats nearly all of it.
 */
export function isCopy(answer: string, ask: string): boolean {
  const said = wordsOf(answer)
  if (said.length < (answer.trim().endsWith('?') ? 2 : LEAST_COPIED)) return false
  const sections = ask.split(/^(?=## )/mu).map((section) => section.replace(FIRST_LINES, ''))
  const known = [ask, ask.replace(FIRST_LINES, ''), ...sections].map((text) => wordsOf(text).join(' '))
  return known.includes(said.join(' ')) || (INSTRUCTIONS.test(ask) && isEcho(answer, ask))
}

/**
 * A text without the lines that stand in one of its asks, word for word. A Head that lists the goal as its question, or the
 * ledger as its options, has said nothing.
 */
export function withoutAsked(text: string, asks: readonly string[]): string {
  const known = new Set(asks.flatMap((ask) => ask.split('\n').map(bare)))
  return text
    .split('\n')
    .filter((line) => bare(line) === '' || !known.has(bare(line)))
    .join('\n')
}

/** Without its marks, number or letter. */
const bare = (line: string): string => wordsOf(undecorated(line).replace(/^(?:\d{1,2}|[A-Ha-h])[.)]\s+/u, '')).join(' ')

/** The whole ask if no section is only for them: a reminder is nothing else. */
function instructionsIn(ask: string): string {
  const sections = ask.split(/^(?=## )/mu).filter((section) => INSTRUCTIONS.test(section))
  return sections.length > 0 ? sections.join('\n') : ask
}

const wordsOf = (text: string): readonly string[] =>
  text
    .slice(0, LONGEST)
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const runsOf = (words: readonly string[]): readonly string[] =>
  words.slice(0, Math.max(0, words.length - RUN + 1)).map((_, at) => words.slice(at, at + RUN).join(' '))
