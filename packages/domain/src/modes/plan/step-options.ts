import { jsonIn } from '../../answer/json.ts'
import { undecorated } from '../../answer/lines.ts'
import { isPlaceholder } from '../../answer/words.ts'
import { cleanLine } from '../../text/clean.ts'

const MOST_OPTIONS = 8
const LONGEST = 300

/** One line of an answer as people read it, without Markdown: votes and records show it as it is. */
export const shortOption = (text: string): string => undecorated(withoutMarkdown(cleanLine(text).slice(0, LONGEST)))

const withoutMarkdown = (text: string): string =>
  text
    .replaceAll(/\[([^[\]]{1,200})\]\([^()\s]{1,300}\)/gu, '$1')
    .replace(/^\[[ xX]\]\s+/u, '')
    .replaceAll(/\*\*|__|~~|`/gu, '')
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]{1,200})(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')

const ITEM =
  /^([ \t]{0,12})(?:(?:[-*•+–]|\d{1,2}[.)]|\(?[A-Ha-h][.)])[ \t]+|(?=(?:\*\*)?Option [A-H\d]))(?:(?:\*\*)?Option [A-H\d]{1,2}(?:\*\*)?\s{0,2}[:.)–—-](?:\*\*)?[ \t]*)?(\S.*)$/u

/**
 * The items of the first list in a text, without duplicates. Remarks below an item are indented further, and what comes
 * after the list belongs to something else.
 */
export function optionsIn(text: string): readonly string[] {
  const found: string[] = []
  let indent: number | undefined
  for (const line of text.split('\n')) {
    const [, before = '', said = ''] = ITEM.exec(line) ?? []
    const isOver = said === '' && /^\S/u.test(line) && !/^(?:`{3,}|~{3,})/u.test(line)
    if (isOver && indent !== undefined) break
    if (said === '' || before.length > (indent ?? before.length)) continue
    indent ??= before.length
    found.push(said)
  }
  return distinct(found)
}

/** The ways out a lead names: a list, or one in JSON. Fewer than two are not a choice. */
export function waysIn(text: string): readonly string[] | undefined {
  const json = jsonIn(text, (value): value is object => textsIn(value) !== undefined)
  const options = json ? distinct(textsIn(json.value) ?? []) : optionsIn(text)
  return options.length >= 2 ? options : undefined
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')

function textsIn(value: unknown): readonly string[] | undefined {
  if (isTexts(value)) return value
  return typeof value === 'object' && value !== null ? Object.values(value).find(isTexts) : undefined
}

function distinct(lines: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return lines
    .map(shortOption)
    .filter(
      (line) => line !== '' && !isPlaceholder(line) && !seen.has(line.toLowerCase()) && seen.add(line.toLowerCase()),
    )
    .slice(0, MOST_OPTIONS)
}
