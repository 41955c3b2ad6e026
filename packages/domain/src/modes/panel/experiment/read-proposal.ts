import { jsonIn, wholeJson } from '../../../answer/json.ts'
import { isNone, isPlaceholder } from '../../../answer/words.ts'
import type { Expects } from '../../../event/experiment-facts.ts'
import { cleanLine } from '../../../text/clean.ts'
import { saysSomething } from './expectation.ts'

/** An observation in the proposer's words, and what it shows if each option is right. */
export type Observation = { readonly what: string; readonly expects: Expects }

const LONGEST = 300
const LONGEST_TEXT = 20_000
const DECORATION = '[\\s*_`#>-]{0,6}'
const LOOK = new RegExp(
  `^(?:[-*•]\\s+|\\d[.)]\\s+)?${DECORATION}(?:LOOK|OBSERVE|OBSERVATION|EXPERIMENT|COMMAND|RUN)${DECORATION}[:：][*_]{0,3}\\s{0,6}(.*)$`,
  'iu',
)
const EXPECT = new RegExp(
  `^(?:[-*•]\\s+|\\d[.)]\\s+)?${DECORATION}(?:EXPECT(?:S|ED|ATION)?|IF)\\s+(?:OPTION\\s+)?[*_\`"'(]{0,3}([A-L])[)*_\`"']{0,3}(?:\\s+is\\s+(?:right|true|correct))?${DECORATION}\\s?(?:[:：=]|->|→|[–—-]\\s)[*_]{0,3}\\s{0,6}(.*)$`,
  'iu',
)
/** A mark in the first cell of a table row, or alone in a heading: its value is in the next cell, or below. */
const MARK = 'LOOK|OBSERVATION|EXPERIMENT|COMMAND|EXPECT(?:S|ED|ATION)?\\s+(?:OPTION\\s+)?\\(?[A-L]\\)?'
const ROW = new RegExp(`^\\s{0,3}\\|\\s{0,6}[*_\`]{0,3}(${MARK})[*_\`]{0,3}\\s{0,9}\\|(.*)\\|\\s*$`, 'iu')
const HEADING = new RegExp(`^\\s{0,3}(?:#{1,6}\\s{1,3}[*_]{0,3}|[*_]{2,3})(${MARK})[*_]{0,3}\\s*$`, 'iu')
const FENCE = /^\s*(?:`{3,}|~{3,})/u

/**
 * Reads `LOOK:` and `EXPECT A:` lines. Null if it says that nothing can be looked at. Undefined if it names no observation,
 * or says nothing about what it shows.
 */
export function readProposal(text: string): Observation | null | undefined {
  const said = text.slice(0, LONGEST_TEXT)
  const lines = inLines(said)
  const proposed =
    inJson(wholeJson(said)) ?? (lines.what === '' ? inJson(jsonIn(said, isObject)?.value) : undefined) ?? lines
  const what = proposed.what.trim()
  if (what !== '' && isNone(what)) return null
  const expects = Object.fromEntries(
    Object.entries(proposed.expects).flatMap(([option, value]) => {
      const shown = cleanLine(value).slice(0, LONGEST)
      return isPlaceholder(shown) || !saysSomething(shown) ? [] : [[option, shown] as const]
    }),
  )
  const isMissing = what === '' || isPlaceholder(what) || /^<[^<>]*>/u.test(what)
  return isMissing || Object.keys(expects).length === 0 ? undefined : { what, expects }
}

/** The last line of each kind counts: earlier ones may be the model thinking aloud. */
function inLines(text: string): Observation {
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .filter((line) => !/^\s*>/u.test(line))
    .map(asMarked)
  let what = ''
  const expects: { [option: string]: string } = {}
  for (const [at, line] of lines.entries()) {
    const look = LOOK.exec(line)
    if (look) what = unmarked(look[1] ?? '') || valueBelow(lines, at)
    const [, option = '', value = ''] = EXPECT.exec(line) ?? []
    const shows = option === '' ? '' : unmarked(value) || valueBelow(lines, at)
    if (shows !== '') expects[option.toUpperCase()] = shows
  }
  return { what, expects }
}

/** `**LOOK: cat a.md**`: the bold is around the line. What it has behind the colon is of the value. */
const WHOLE = /^(\s{0,8}(?:[-*•]\s+|\d[.)]\s+)?)(\*\*|__|`|\*|_)(\p{L}[^*_`:：]{0,30}[:：](?!\2).*)\2\s*$/u

/** A row of a table, or a heading, as a marked line. A pipe inside a command is escaped in a table. */
function asMarked(line: string): string {
  const [, mark, value = ''] = ROW.exec(line) ?? HEADING.exec(line) ?? []
  const [, before = '', , inside = ''] = WHOLE.exec(line) ?? []
  if (inside !== '') return `${before}${inside}`
  return mark === undefined ? line : `${mark}: ${value.replaceAll('\\|', '|').trim()}`
}

/** What is in a fence, or on the next line. A gate shows a command in one line, so several lines are refused later. */
function valueBelow(lines: readonly string[], at: number): string {
  const below = lines.slice(at + 1)
  const first = below.findIndex((line) => line.trim() !== '')
  const line = below[first] ?? ''
  if (!FENCE.test(line)) return EXPECT.test(line) || LOOK.test(line) ? '' : unmarked(line)
  const rest = below.slice(first + 1)
  const end = rest.findIndex((one) => FENCE.test(one))
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .join('\n')
    .trim()
}

/** Without code marks or bold around all of it: inside, they belong to the command. */
function unmarked(value: string): string {
  const text = value.trim()
  const code = /^(`{1,3})([^`]+)\1[.]?(?:\*\*)?$/u.exec(text)?.[2]
  return (code ?? /^\*\*([^*]+)\*\*$/u.exec(text)?.[1] ?? text).trim()
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{ "look": "…", "expects": { "A": "…" } }`, or with a list of expectations. */
function inJson(value: unknown): Observation | undefined {
  if (!isObject(value)) return undefined
  const { look, expects } = Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toLowerCase(), one]))
  if (typeof look !== 'string') return undefined
  const pairs: readonly (readonly [unknown, unknown])[] = Array.isArray(expects)
    ? expects.map((one) => (isObject(one) ? ([one.option, one.shows] as const) : (['', ''] as const)))
    : Object.entries(isObject(expects) ? expects : {})
  const said = pairs.flatMap(([option, shows]) => {
    const letter = /^(?:option )?([a-l])$/iu.exec(String(option).trim())?.[1]
    const isText = typeof shows === 'string' || typeof shows === 'number' || typeof shows === 'boolean'
    return letter === undefined || !isText ? [] : [[letter.toUpperCase(), String(shows)] as const]
  })
  return { what: unmarked(look), expects: Object.fromEntries(said) }
}
