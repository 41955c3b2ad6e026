import { ownLines, undecorated } from '../../answer/lines.ts'
import { marksIn, valueIn, withoutMarks } from '../../answer/marks.ts'
import { distinctOptions } from '../../decision/options.ts'
import { lettered } from './ballot.ts'

const MOST = 8
/** The marked lines of a topic, for the program. */
export const TOPIC_MARKS = ['DISCUSSION_DEPTH', 'PROTOCOL', 'OPTION', 'TOPIC']
/** A field in a few words, such as `software delivery strategy`, which is not a sentence. */
const FEW_WORDS = /^[^\s.,:;?!]{1,30}(?:\s[^\s.,:;?!]{1,30}){0,3}[*_`]{0,3}$/u
const FIELD = /^\W{0,3}([\p{L}\p{N}][\p{L}\p{N}-]{1,29})\W{0,3}$/u
const HEADING = /^\s{0,3}#{1,4}\s/u
const OPTIONS_HEADING = /^#{0,4}[\s*_]{0,4}options[\s*_:]{0,4}$/iu
const ITEM = /^\s{0,8}(?:[-*•]|\(?\d{1,2}[.)]|\(?[A-Z][.)])\s{1,8}(\S.*)$/u
const LETTERED = /^\s{0,8}\(?[A-H][.)]\s{1,8}\S/u
const ANNOUNCES = /\b(?:options|choices|alternatives|candidates)\b[^.!]{0,60}:?\s{0,4}$/iu

/** The options a topic fixes: its `OPTION:` lines, else the list under `## Options`. A single one is not a choice. */
export function optionsIn(topic: string): readonly string[] {
  const marked = marksIn(topic, { words: ['OPTION'] }).map(({ value }) => value)
  return choiceOf(marked.length > 0 ? marked : itemsIn(section(topic).below))
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
  const { above, rest } = section(topicLines(topic))
  const text = (optionsIn(topic).length > 0 ? [...above, ...rest] : [topicLines(topic)]).join('\n').trim()
  return options.length === 0 ? text : `${text}\n\n## Options\n\n${lettered(options)}`
}

/** A `TOPIC:` that is more than a field, or all there is, is the topic itself, and stays without its mark. */
function topicLines(topic: string): string {
  const rest = withoutMarks(topic, { words: TOPIC_MARKS })
  const title = valueIn(topic, 'TOPIC') ?? ''
  const isField = title === '' || fieldIn(topic) !== undefined || (rest !== '' && FEW_WORDS.test(title))
  return isField ? rest : [title, rest].filter((part) => part !== '').join('\n')
}

/** The Head's one word for the field, by which records are kept. */
export const fieldIn = (topic: string): string | undefined =>
  FIELD.exec(valueIn(topic, 'TOPIC') ?? '')?.[1]?.toLowerCase()

const choiceOf = (items: readonly string[]): readonly string[] => {
  const options = distinctOptions(items.map((item) => undecorated(item))).slice(0, MOST)
  return options.length < 2 ? [] : options
}

const itemsIn = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => ITEM.exec(line)?.[1] ?? [])

type Section = {
  readonly above: readonly string[]
  readonly below: readonly string[]
  readonly rest: readonly string[]
}

/** The list under the heading `Options`, and the text around it. */
function section(topic: string): Section {
  const lines = ownLines(topic)
  const start = lines.findIndex((line) => OPTIONS_HEADING.test(line.trim()))
  if (start < 0) return { above: lines, below: [], rest: [] }
  const behind = lines.slice(start + 1)
  const length = behind.findIndex((line) => HEADING.test(line))
  const end = length < 0 ? behind.length : length
  return { above: lines.slice(0, start), below: behind.slice(0, end), rest: behind.slice(end) }
}
