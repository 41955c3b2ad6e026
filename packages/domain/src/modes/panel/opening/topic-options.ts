import { undecorated } from '../../../answer/lines.ts'
import { markOnLine } from '../../../answer/marks.ts'
import { isPlaceholder } from '../../../answer/words.ts'
import { distinctOptions } from '../../../decision/options.ts'
import { lettered } from '../setup/lettered.ts'
import { Depth } from '../setup/settings.ts'

const MOST = 8
/** The marked lines of a topic, for the program. */
export const TOPIC_MARKS = ['DISCUSSION_DEPTH', 'PROTOCOL', 'OPTION', 'UNIT', 'FIELD']
/** The field is one of the topic's last lines. Further up, the word is part of the text. */
const LAST_LINES = 8
/** A field in a few words, such as `software delivery strategy`, which is not a sentence. */
const FEW_WORDS = /^[^\s.,:;?!]{1,30}(?:\s[^\s.,:;?!]{1,30}){0,3}[*_`]{0,3}$/u
const FIELD = /^\W{0,3}([\p{L}\p{N}][\p{L}\p{N}-]{1,29})\W{0,3}$/u
const HEADING = /^\s{0,3}#{1,4}\s/u
const OPTIONS_HEADING = /^#{0,4}[\s*_]{0,4}options[\s*_:]{0,4}$/iu
const ITEM = /^\s{0,8}(?:[-*•]|\(?\d{1,2}[.)]|\(?[A-Z][.)])\s{1,8}(\S.*)$/u
const LETTERED = /^\s{0,8}\(?[A-H][.)]\s{1,8}\S/u
const ANNOUNCES = /\b(?:options|choices|alternatives|candidates)\b[^.!]{0,60}:?\s{0,4}$/iu
/** `Option A: …`, `**Option 2** – …`: numbered instead of marked. */
const NUMBERED = /^option\s{1,3}#?(?:[A-H]|\d{1,2})[*_`]{0,3}\s{0,3}(?:[:：.)]|[–—-]\s)[*_`]{0,3}\s{0,3}(\S.*)$/iu

type Mark = { readonly word: string; readonly value: string }

const VALUES: { readonly [word: string]: RegExp } = {
  DISCUSSION_DEPTH: new RegExp(`^(${Depth.options.join('|')})\\b`, 'iu'),
  PROTOCOL: /^(decide|discuss|estimate)\b/iu,
  UNIT: FEW_WORDS,
}

/** A line for the program, with a value it can use. A heading is the topic's own, whatever its words are. */
function markOn(line: string, isLast: boolean): Mark | undefined {
  if (HEADING.test(line)) return undefined
  const bare = undecorated(line)
  const numbered = NUMBERED.exec(bare)?.[1]
  if (numbered !== undefined) return { word: 'OPTION', value: undecorated(numbered) }
  const mark = markOnLine(line, { words: TOPIC_MARKS })
  if (!mark) return undefined
  const { word, rest } = mark
  const isField = isLast && bare.startsWith(word) && FEW_WORDS.test(rest)
  const isMeant = word === 'FIELD' ? isField : (VALUES[word]?.test(rest) ?? rest !== '')
  return isMeant || isPlaceholder(rest) ? { word, value: rest } : undefined
}

type Line = { readonly text: string; readonly mark: Mark | undefined }

/** Every line of a topic, with what it says to the program. Code says nothing. */
function linesIn(topic: string): readonly Line[] {
  const lines = topic.split(/\r\n|[\n\r]/u)
  const said = lines.flatMap((line, index) => (line.trim() === '' ? [] : [index]))
  const last = said.at(-LAST_LINES) ?? 0
  return lines.map((text, index) => ({ text, mark: markOn(text, index >= last) }))
}

/** What a topic says to the program under this mark: its last usable value. */
export function topicValue(topic: string, word: string): string | undefined {
  const value = linesIn(topic).findLast(({ mark }) => mark?.word === word && !isPlaceholder(mark.value))?.mark?.value
  return value?.toLowerCase().split(/[^\p{L}\p{N}-]/u, 1)[0]
}

/** The whole of the last line with this word. */
export const topicLine = (topic: string, word: string): string | undefined =>
  linesIn(topic).findLast(({ mark }) => mark?.word === word && !isPlaceholder(mark.value))?.mark?.value

/** The options a topic fixes: its `OPTION:` lines, else the list under `## Options`. A single one is not a choice. */
export function topicOptions(topic: string): readonly string[] {
  const marked = linesIn(topic).flatMap(({ mark }) => (mark?.word === 'OPTION' ? [mark.value] : []))
  return choiceOf(marked.length > 0 ? marked : itemsIn(section(topic.split('\n')).below))
}

/** The options a goal lists: lettered items, or a list introduced as options. */
export function optionsListed(goal: string): readonly string[] {
  const lines = goal.split('\n')
  const named = lines.filter((line) => LETTERED.test(line))
  if (named.length > 1) return choiceOf(itemsIn(named))
  const start = lines.findIndex((line) => ANNOUNCES.test(line))
  const below = start < 0 ? [] : lines.slice(start + 1)
  const end = below.findIndex((line) => line.trim() !== '' && !ITEM.test(line))
  return choiceOf(itemsIn(end < 0 ? below : below.slice(0, end)))
}

/** The topic as people and panelists read it: without the lines for the program, and with its options in one list. */
export function topicWith(topic: string, options: readonly string[]): string {
  const isChoice = topicOptions(topic).length > 0
  const isText = ({ mark }: Line) =>
    mark === undefined || (mark.word === 'OPTION' && !isChoice && !isPlaceholder(mark.value))
  const lines = linesIn(topic)
    .filter(isText)
    .map(({ text }) => text)
  const { above, rest } = section(lines)
  const text = (isChoice ? [...above, ...rest] : lines).join('\n').trim()
  return options.length === 0 ? text : `${text}\n\n## Options\n\n${lettered(options)}`
}

/** The Head's one word for the field, by which records are kept. */
export function fieldIn(topic: string): string | undefined {
  const said = linesIn(topic).findLast(({ mark }) => mark?.word === 'FIELD')?.mark?.value ?? ''
  return FIELD.exec(said)?.[1]?.toLowerCase()
}

const choiceOf = (items: readonly string[]): readonly string[] => {
  const meant = items.map((item) => undecorated(item)).filter((item) => !isPlaceholder(item))
  const options = distinctOptions(meant).slice(0, MOST)
  return options.length < 2 ? [] : options
}

const itemsIn = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => ITEM.exec(line)?.[1] ?? [])

type Section = {
  readonly above: readonly string[]
  readonly below: readonly string[]
  readonly rest: readonly string[]
}

/** The list under the heading `Options`, and the text around it. */
function section(lines: readonly string[]): Section {
  const start = lines.findIndex((line) => OPTIONS_HEADING.test(line.trim()))
  if (start < 0) return { above: lines, below: [], rest: [] }
  const behind = lines.slice(start + 1)
  const length = behind.findIndex((line) => HEADING.test(line))
  const end = length < 0 ? behind.length : length
  return { above: lines.slice(0, start), below: behind.slice(0, end), rest: behind.slice(end) }
}
