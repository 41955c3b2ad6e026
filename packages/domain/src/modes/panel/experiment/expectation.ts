import type { CheckResult } from '../../../check/check.ts'
import type { Expects } from '../../../event/experiment-facts.ts'

const LEAD =
  /^(?:(?:it|this|the (?:output|result|program|command|answer|file|page))\s+)?(?:will\s+)?(?:(?:be|is|prints?|outputs?|shows?|returns?|answers?|logs?|gives?|contains?|reads?|says?)(?:\s+exactly)?)(?:\s*:\s*|\s+)(?=\S)/iu
const QUOTES = /^(["'`“”])(.*)["'`“”]$/su

/** An expectation as it can be compared: without a lead-in, quotes and layout. */
export function bareExpectation(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(/\\n/gu, ' ').replaceAll(/\s+/gu, ' ').trim()
  const said = plain.replace(LEAD, '')
  const unquoted = QUOTES.exec(said)?.[2] ?? said
  return unquoted.replace(/(?<=[\p{L}\p{N}])\.$/u, '').trim()
}

const NOTHING =
  /^(?:unknown|unclear|unsure|either|any(?:thing)?|n\/?a|tbd|none|same(?: as .*)?|the same|it depends|depends|not sure|\?+|-+|…|\.{3}|<.*>)$/iu

/** Whether an expectation says anything. */
export const saysSomething = (text: string): boolean => {
  const bare = bareExpectation(text)
  return bare !== '' && !NOTHING.test(bare)
}

/** Whether at least two of these options would show something different. */
export function tellsApart(expects: Expects, options: readonly string[]): boolean {
  const said = options.flatMap((option) => (expects[option] === undefined ? [] : [meaning(expects[option])]))
  return new Set(said).size > 1
}

/** Two ways to say that it passes are one expectation. */
const meaning = (text: string): string => {
  const bare = bareExpectation(text)
  return PASSES.test(bare) ? 'passes' : FAILS.test(bare) ? 'fails' : bare
}

const PASSES =
  /^(?:it )?(?:pass(?:es)?|succeeds?|success|works|ok|yes|true|exists|exit(?:s with)?(?: code)? 0|no errors?)$/iu
const FAILS =
  /^(?:it )?(?:fails?|failure|errors?|an error|throws|no|false|does not exist|missing|exit(?:s with)?(?: code)? (?:[1-9]\d*|not 0|non-?zero))$/iu

type Seen = Pick<CheckResult, 'outcome' | 'output' | 'exit'>
type Fits = (expected: string, seen: Seen) => boolean

/**
 * The option whose expectation came true, if a program can tell. The closest way to fit that any expectation has decides,
 * and it decides nothing if it fits two.
 */
export function optionShown(expects: Expects, seen: Seen): string | null {
  const expected = Object.entries(expects).map(([option, text]) => ({ option, text: bareExpectation(text) }))
  for (const fits of [isWhole, isALine, isInside, isOutcome, isInRange]) {
    const fitting = expected.filter(({ text }) => fits(text, seen))
    if (fitting.length > 0) return fitting.length === 1 ? (fitting[0]?.option ?? null) : null
  }
  return null
}

const loose = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s,]+/gu, ' ')
    .trim()
/** Spaces inside brackets and before commas are layout. */
const tight = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/gu, '')

const isWhole: Fits = (expected, { output = '' }) =>
  loose(output) === loose(expected) || tight(output) === tight(expected) || bareExpectation(output) === expected

const isALine: Fits = (expected, { output = '' }) =>
  output.split('\n').some((line) => loose(line) === loose(expected) || bareExpectation(line) === expected)

/** As whole words: `1` is not in `10`. */
const isInside: Fits = (expected, { output = '' }) => {
  const text = loose(output)
  const wanted = loose(expected)
  for (let at = text.indexOf(wanted); at >= 0 && wanted.length > 0; at = text.indexOf(wanted, at + 1))
    if (!JOINED.test(text.charAt(at - 1)) && !JOINED.test(text.charAt(at + wanted.length))) return true
  return false
}
const JOINED = /[\p{L}\p{N}._-]/u

const isOutcome: Fits = (expected, { outcome, exit }) => {
  const code = /^(?:it )?exit(?:s with)?(?: code)? (\d+)$/iu.exec(expected)?.[1]
  if (code !== undefined) return exit === Number(code)
  return outcome === 'passed' ? PASSES.test(expected) : outcome === 'failed' && FAILS.test(expected)
}

const RANGE =
  /^(?:(<=|>=|<|>|under|below|less than|at most|over|above|more than|at least|fewer than)\s*)(-?\d+(?:\.\d+)?)\s*(\p{L}{0,10}|%)$/iu
const NUMBER = /-?\d+(?:\.\d+)?/gu

/** A measured number against `under 100 ms`. Only if one number was measured. */
const isInRange: Fits = (expected, { output = '' }) => {
  const [, sign = '', limit = ''] = RANGE.exec(expected) ?? []
  const [measured, ...others] = output.match(NUMBER) ?? []
  if (sign === '' || measured === undefined || others.length > 0) return false
  const [value, bound] = [Number(measured), Number(limit)]
  if (/^(?:<|under|below|less|fewer)/iu.test(sign) && sign !== '<=') return value < bound
  if (/^(?:>|over|above|more)/iu.test(sign) && sign !== '>=') return value > bound
  return /^(?:<=|at most)/iu.test(sign) ? value <= bound : value >= bound
}
