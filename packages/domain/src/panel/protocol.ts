import type { Option } from './state.ts'

/** The value of the last line that begins with this word, whatever marks stand around it. */
export function lineOf(text: string, word: string): string | undefined {
  const found = [...text.matchAll(new RegExp(`^[ \\t>*_#-]*${word}[*_]*[ \\t]*:[*_ \\t]*(.*)$`, 'gim'))]
  const value = found
    .at(-1)?.[1]
    ?.trim()
    .replace(/[*_]+$/, '')
  return value === undefined || value === '' ? undefined : value
}

const PROTOCOL = /^[ \t>*_#-]*(POSITION|CONFIDENCE|CHANGED|VOTE|RANK|REASON|VETO)[*_]*[ \t]*:.*$/gim

/** The protocol lines of a text, as they stand. */
export const protocolLines = (text: string): readonly string[] => text.match(PROTOCOL) ?? []

/** What was stated as one's position, or nothing where no such line stands. */
export type Stated = { readonly position: string; readonly confidence: number | null; readonly changed: Changed | null }
type Changed = { readonly yes: boolean; readonly because: string }

const LONGEST_POSITION = 500

export function readPosition(text: string): Stated | undefined {
  const position = lineOf(text, 'POSITION')
  if (position === undefined) return undefined
  return {
    position: position.slice(0, LONGEST_POSITION),
    confidence: readConfidence(text),
    changed: readChanged(lineOf(text, 'CHANGED')),
  }
}

function readConfidence(text: string): number | null {
  const number = /\d+(\.\d+)?/.exec(lineOf(text, 'CONFIDENCE') ?? '')?.[0]
  return number === undefined ? null : Math.min(100, Number(number))
}

function readChanged(line: string | undefined): Changed | null {
  const [, word = '', rest = ''] = /^(yes|no)\b[\s,.:;–—-]*(.*)$/i.exec(line ?? '') ?? []
  if (word === '') return null
  const because = rest.replace(/^because( of)?\b[\s:]*/i, '').trim()
  return { yes: word.toLowerCase() === 'yes', because: /[\p{L}\p{N}]/u.test(because) ? because : '' }
}

/** Two positions are the same when nothing but case, punctuation and blanks is between them. */
export const samePosition = (one: string, other: string): boolean => bare(one) === bare(other)

export const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\s`]/gu, '')

/** Questions to the person: numbered lines, or else lines that ask; none where the Head says that it is clear. */
export function readQuestions(text: string): readonly string[] {
  if (/^[\s*_]*CLEAR[*_]*\s*:/i.test(text)) return []
  const lines = text.split('\n').map((line) => line.trim())
  const numbered = lines.flatMap((line) => /^[*_]*\d{1,2}[.)][*_]*\s+(.+)$/.exec(line)?.[1] ?? [])
  const asking = numbered.length > 0 ? numbered : lines.filter((line) => /\?[*_]*$/.test(line))
  return asking.map((line) => line.replace(/^[-*•]\s+/, '').replaceAll('**', '')).slice(0, MOST_QUESTIONS)
}

const MOST_QUESTIONS = 5
const MOST_OPTIONS = 8
const MOST_RANKED = 30

/** The options of the ballot: `- <option> [m3, m5]`. The same words twice are one option. */
export function readOptions(text: string): readonly Option[] {
  const options: Option[] = []
  for (const line of text.split('\n')) {
    const said = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(.+)$/.exec(line)?.[1]
    if (said === undefined) continue
    const covers = [...said.matchAll(/\[((?:m\d+[,;\s]*)+)\]/g)].flatMap((found) => found[1]?.match(/m\d+/g) ?? [])
    const words = said
      .replace(/\s*\[(?:m\d+[,;\s]*)+\]/g, '')
      .replaceAll('**', '')
      .trim()
    if (bare(words) === '' || options.some((option) => samePosition(option.text, words))) continue
    options.push({ text: words.slice(0, LONGEST_POSITION), covers: covers as unknown as Option['covers'] })
  }
  return options.slice(0, MOST_OPTIONS)
}

/** The option that somebody means: by its words, by its number, or by words that only it begins with. */
export function readOption(said: string, options: readonly string[]): string | undefined {
  const exact = options.find((option) => samePosition(option, said))
  if (exact) return exact
  const [, number, behind = ''] = /^(?:option\s+)?#?(\d{1,2})(?![\p{L}\p{N}])(.*)$/isu.exec(said.trim()) ?? []
  if (number !== undefined && bare(behind) === '') return options[Number(number) - 1]
  const wanted = bare(said)
  const begun = options.filter((option) => wanted !== '' && bare(option).startsWith(wanted))
  if (begun.length === 1) return begun[0]
  // A number with the option's words behind it; where these are another option's, they say more than the number.
  if (number !== undefined) return readOption(behind.replace(/^[.):\s]+/, ''), options) ?? options[Number(number) - 1]
  const longest = options.toSorted((one, other) => bare(other).length - bare(one).length)
  return longest.find((option) => wanted.startsWith(bare(option)))
}

/** Options in the order somebody prefers them, the best first. */
export function readRank(text: string, options: readonly string[]): readonly string[] {
  const ranked = (lineOf(text, 'RANK') ?? '').split('>', MOST_RANKED)
  const parts = ranked.flatMap((part) => readOption(part, options) ?? [])
  return [...new Set(parts)]
}

/** `REDIRECT: <panelist or all>: <one sentence>`. */
export function readRedirect(text: string): { readonly whom: string; readonly sentence: string } | undefined {
  const [, whom = '', sentence = ''] = /^([^:]{1,40}):\s*(.+)$/.exec(lineOf(text, 'REDIRECT') ?? '') ?? []
  return sentence === '' ? undefined : { whom: whom.trim(), sentence: sentence.trim() }
}

/** How long the Head thinks that the topic deserves to be discussed. */
export function readDepth(text: string): string | undefined {
  return /^(quick|standard|deep)\b/i.exec(lineOf(text, 'DISCUSSION_DEPTH') ?? '')?.[1]?.toLowerCase()
}

export const withoutDepth = (text: string): string =>
  text.replace(/^[ \t>*_#-]*DISCUSSION_DEPTH[*_]*[ \t]*:.*$\n?/gim, '').trim()

export const MORE = '[MORE_ANALYSIS_NEEDED]'
