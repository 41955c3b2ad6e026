import { jsonIn } from '../../../answer/json.ts'
import { lastQuoted, ownLines, undecorated } from '../../../answer/lines.ts'
import { isPlaceholder } from '../../../answer/words.ts'
import { asRead } from '../../../text/as-read.ts'
import { samePosition } from './reading.ts'
import type { ClusteredOption } from './state.ts'

const MOST_OPTIONS = 8
const LONGEST = 500

/** `[m3, m5]`, in any brackets. */
const COVERED = /\s?[[(]((?:m\d{1,9}(?:[,;&\s]|and){0,5})+)[\])]/gu
/** The separators between an option and its ids: `Wait — [m3], [m5]`. */
const LEFT_BEHIND = /\s{1,3}[–—→,;:|-][\s–—→,;:|-]{0,20}$/u
const COVERED_LAST = /[[(](?:m\d{1,9}(?:[,;&\s]|and){0,5})+[\])][\s*_.]{0,4}$/u
const ITEM = /^(\s*)(?:[-*•]|\(?\d{1,2}[.)]|\(?[A-Ha-h][.)])\s+(.+)$/su
const NAMED = /^option\s{0,3}#?(?:[A-H]|\d{1,2})?[*_`]{0,3}\s{0,3}(?:[:：.)]|[–—-]\s)[*_`]{0,3}\s{0,3}(\S.*)$/isu
/** A line of the position ledger, copied: it names who held it. */
const LEDGER = /^round \d{1,3}(?:,|$)/iu
const RULE = /^[\s|:-]+$/u

/**
 * The ballot's options as the Head writes them: `- <option> [m3, m5]`, lettered, numbered, as `Option 1: …`, as headings
 * with ids, in a table or in JSON. A remark below an option is not one. Duplicates become one option, with the messages
 * of both.
 */
export function readOptions(text: string): readonly ClusteredOption[] {
  const options: ClusteredOption[] = []
  for (const { words, ids } of foundIn(text)) {
    const covers = ids as unknown as ClusteredOption['covers']
    const known = options.findIndex((option) => samePosition(option.text, words))
    const before = options[known]
    if (before) options[known] = { ...before, covers: [...new Set([...before.covers, ...covers])] }
    else if (/[\p{L}\p{N}]/u.test(asRead(words)) && !isPlaceholder(words) && !LEDGER.test(words))
      options.push({ text: words.slice(0, LONGEST), covers })
  }
  return options.slice(0, MOST_OPTIONS)
}

type Found = { readonly words: string; readonly ids: readonly string[] }

/** The first form that the answer has any options in. Quoted ones count only if it ends with them. */
function foundIn(text: string): readonly Found[] {
  const inLines = (lines: readonly string[]) => [inTable, named, titled, listed].map((form) => () => form(lines))
  const forms = [() => inJson(text), ...inLines(ownLines(text)), ...inLines(lastQuoted(text))]
  for (const form of forms) {
    const found = form()
    if (found.length > 0) return found
  }
  return []
}

const foundOn = (said: string): Found => ({
  words: undecorated(said.replaceAll(COVERED, '').replaceAll('**', '')).replace(LEFT_BEHIND, '').trim(),
  ids: idsIn([...said.matchAll(COVERED)].map((found) => found[1] ?? '').join(' ')),
})

const idsIn = (text: string): readonly string[] => text.match(/\bm\d{1,9}\b/gu) ?? []

/** `Option 1: …`, in any decoration. */
const named = (lines: readonly string[]): readonly Found[] =>
  lines.flatMap((line) => {
    const said = NAMED.exec(undecorated(line))?.[1]
    return said === undefined ? [] : [foundOn(said)]
  })

/** Lines outside lists that end with their ids, such as headings. What is listed below them are remarks. */
function titled(lines: readonly string[]): readonly Found[] {
  const found = lines.filter((line) => !ITEM.test(line) && COVERED_LAST.test(line))
  return found.length > 1 ? found.map(foundOn) : []
}

/** `Wait — m3, m5`, without brackets. */
const BARE_IDS = /\s{1,3}[–—→:-]{1,2}\s{0,3}((?:m\d{1,9}(?:[,;&\s]|and){0,5})+)[\s.*_]{0,4}$/u

/** Items with the ids behind their dash in brackets. Only if all of them do: one may be about something called m5. */
function bracketed(items: readonly string[]): readonly string[] {
  const cut = items.map((said) => said.replace(BARE_IDS, ''))
  const isIds = items.every((said, index) => said !== cut[index]) && new Set(cut).size === items.length
  return isIds ? items.map((said) => said.replace(BARE_IDS, ' [$1]')) : items
}

/** The items of the outermost list. */
function listed(lines: readonly string[]): readonly Found[] {
  const items = lines.flatMap((line) => {
    const [, indent, said] = ITEM.exec(line) ?? []
    return said === undefined ? [] : [{ indent: indent?.replaceAll('\t', '    ').length ?? 0, said }]
  })
  const outermost = Math.min(...items.map(({ indent }) => indent))
  return bracketed(items.flatMap(({ indent, said }) => (indent - outermost < 2 ? [said] : []))).map(foundOn)
}

/** Rows with ids: the longest cell is the option. */
function inTable(lines: readonly string[]): readonly Found[] {
  const rows = lines.filter((line) => /^\s*\|.*\|\s*$/u.test(line) && !RULE.test(line))
  return rows.flatMap((row) => {
    const cells = row.split('|').map((cell) => undecorated(cell.trim()))
    const ids = idsIn(row)
    const words = cells
      .filter((cell) => idsIn(cell).length === 0)
      .toSorted((one, other) => other.length - one.length)[0]
    return ids.length > 0 && words ? [{ words: foundOn(words).words, ids }] : []
  })
}

/** `{ "answers": [{ "answer": "Wait", "ids": ["m3"] }] }`, under any keys, or a list of texts. */
function inJson(text: string): readonly Found[] {
  const value = jsonIn(text, (one): one is object => rowsIn(one).length > 0)?.value
  return value === undefined ? [] : rowsIn(value)
}

function rowsIn(value: unknown): readonly Found[] {
  const list: unknown = Array.isArray(value) ? value : Object.values(value ?? {}).find(Array.isArray)
  const rows: readonly unknown[] = Array.isArray(list) ? list : []
  return rows.flatMap((row) => {
    if (typeof row === 'string') return idsIn(row).join(' ') === row ? [] : [foundOn(row)]
    if (typeof row !== 'object' || row === null) return []
    const words = Object.entries(row).find(([key, one]) => TEXTS.includes(key.toLowerCase()) && typeof one === 'string')
    return words ? [{ words: foundOn(String(words[1])).words, ids: idsIn(JSON.stringify(row)) }] : []
  })
}

const TEXTS = ['answer', 'option', 'text', 'position', 'title', 'name', 'label']
