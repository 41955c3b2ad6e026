import type { Quantity } from '../event/estimate-facts.ts'
import { plainUnit, unitNamed } from './units.ts'

const LONGEST = 2_000

/** What asks how likely something is, and what asks for a number. Advice and choices are neither. */
const CHANCE =
  /^(?:how (?:likely|probable|sure|certain)\b|what(?:'s| is| are) the (?:odds|chances?|probability|likelihood)\b|will (?!you\b)|(?:is|are) .{1,200}\b(?:going|likely) to\b|(?:estimate|predict|forecast) (?:how likely|whether|if|the (?:odds|chances?|probability|likelihood))\b)/u
const NUMBER =
  /^(?:(?:estimate|predict|forecast)\b(?! for\b)|how (?:long|soon|quickly) (?:will|would|might|may|could|can|does|do|until|before|it|is it)\b|(?:by )?when (?:will|would|might|can|could)\b|(?:roughly |about |approximately )?how (?:many|much)\b.{0,200}\b(?:will|would|might|may|could|take|takes|need|needs|expect|cost|costs|by|until)\b|what (?:will|would|might) .{1,200}\b(?:cost|take)\b)/u
const CHOICE = /\b(?:should|shall|whether to|versus|vs)\b|\bor\b(?!\s(?:more|less|not|fewer|later|earlier|so)\b)/u
const POLITE = /^(?:(?:please|can you|could you|so|and|now|i want to know|we need to know|tell me|give me)[,: ]+)+/u

/** What the wording of a goal asks to estimate. Undefined if it asks for anything else. */
export function quantityAsked(goal: string): Quantity | undefined {
  for (const sentence of sentencesIn(goal)) {
    if (CHOICE.test(sentence)) continue
    if (CHANCE.test(sentence)) return { kind: 'chance', unit: '' }
    if (NUMBER.test(sentence)) return { kind: 'number', unit: unitIn(sentence) }
  }
  return undefined
}

function sentencesIn(goal: string): readonly string[] {
  return goal
    .slice(0, LONGEST)
    .normalize('NFKC')
    .replaceAll('’', "'")
    .toLowerCase()
    .split(/(?<=[.!?])\s|\n/u)
    .map((sentence) =>
      sentence
        .trim()
        .replace(/^[\s\-*#>•\d.)]+/u, '')
        .replace(POLITE, ''),
    )
    .filter((sentence) => sentence !== '')
}

const TIMED = /\b(?:how (?:long|soon|quickly)|when)\b/u
/** What is counted: the words up to the verb. */
const COUNTED =
  /\bhow many ((?:(?!(?:will|would|might|may|could|do|does|did|can|are|is|have|has|of|in|per|at|by)\b)[\p{L}-]+\s){1,3})/u
const SIGN = /[$€£¥]/u

/** The unit that a goal names, or that time has if it names none. */
function unitIn(sentence: string): string {
  const counted = COUNTED.exec(sentence)?.[1]?.trim()
  if (counted !== undefined) return plainUnit(counted)
  const [sign] = SIGN.exec(sentence) ?? []
  if (sign !== undefined) return sign
  const inUnit = unitNamed(/\bin (\p{L}+)\s*[?.]?$/u.exec(sentence)?.[1] ?? '')
  return inUnit ?? (TIMED.test(sentence) ? 'days' : '')
}

const LONGEST_UNIT = 30

/** What a topic says is estimated: `UNIT: days`, `UNIT: probability`. Undefined if that is no unit. */
export function quantityNamed(said: string): Quantity | undefined {
  const unit = said.trim().toLowerCase()
  if (unit === '' || unit.length > LONGEST_UNIT || /[<>{}\d]/u.test(unit)) return undefined
  if (/^(?:an? )?(?:probability|chance|likelihood|percent|per cent|%)/u.test(unit)) return { kind: 'chance', unit: '' }
  return { kind: 'number', unit: plainUnit(unit) }
}
