import { cleanLine } from '../text/clean.ts'
import { optionNamed } from './options.ts'

/** An option that somebody has chosen, and why. */
export type Choice = { readonly option: string; readonly reason: string; readonly confidence: number | null }

const LONGEST_REASON = 1_000

/** Reads `VOTE: <option>` or `DECISION: <option>`, with `REASON:` and `CONFIDENCE:`; undefined where no option is named. */
export function readChoice(text: string, word: 'VOTE' | 'DECISION', options: readonly string[]): Choice | undefined {
  const option = optionNamed(options, lineAfter(text, word) ?? '')
  if (option === undefined) return undefined
  return { option, reason: reasonIn(text), confidence: confidenceIn(text) }
}

/** The last such line counts: what a model thinks aloud before it is no vote. */
function lineAfter(text: string, word: string): string | undefined {
  const line = new RegExp(`^[\\s>*_#-]{0,12}${word}[*_]{0,3}\\s{0,3}:[*_]{0,3}[ \\t]*(.{1,500})$`, 'gimu')
  return [...text.matchAll(line)].at(-1)?.[1]
}

/** To the next such line, or to the end. */
function reasonIn(text: string): string {
  const reason = /^[\s>*_#-]{0,12}REASON[*_]{0,3}\s{0,3}:[*_]{0,3}([\s\S]*)$/imu.exec(text)?.[1] ?? ''
  const [own = ''] = reason.split(/^[\s>*_#-]{0,12}(?:VOTE|DECISION|CONFIDENCE|REASON)[*_]{0,3}\s{0,3}:/imu)
  return cleanLine(own).slice(0, LONGEST_REASON)
}

function confidenceIn(text: string): number | null {
  const value = Number.parseInt(lineAfter(text, 'CONFIDENCE') ?? '', 10)
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : null
}
