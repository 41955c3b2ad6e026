import { abstentionIn, isAbstaining } from '../../../answer/abstention.ts'
import { withFieldLines } from '../../../answer/field-tables.ts'
import { jsonIn } from '../../../answer/json.ts'
import { undecorated, withoutEmptyFences } from '../../../answer/lines.ts'
import { type AnswerMark, fieldsIn, markOnLine, marksIn, valueIn } from '../../../answer/marks.ts'
import { plainVoteIn, plainVoteOnLine } from '../../../answer/plain-vote.ts'
import { PANEL_WORDS } from './reading.ts'
import { isTold, type Secrets, sharesStated, withoutTelling } from './telling.ts'
import { probabilitiesIn } from './vote.ts'

/** What others may read of a contribution to a decision. Which option it is for is not an argument. */
export const IN_A_DECISION = ['REASON', 'VETO']
/** The same in a discussion, whose positions are public. How sure the others are makes models give in. */
export const IN_A_DISCUSSION = ['POSITION', 'CHANGED', 'REASON', 'VETO']
/** The same of a final position: everything else in it is the secret ballot. */
export const IN_A_FINAL_POSITION = ['POSITION']

/** The field of an answer in JSON that holds its prose. */
const PROSE = 'ARGUMENT'

/**
 * What others may read of an answer: its prose and these fields, without a sentence that tells its author's vote. Whatever
 * the readers of votes can still find in the result is a leak, so then only the fields are shown, and nothing if they
 * leak too.
 */
export function argumentIn(text: string, shows: readonly string[], options: readonly string[] = []): string {
  const secrets = secretsOf(text, shows, options)
  const { rest, fields } = withoutJson(withFieldLines(withoutPlainVote(text, shows), PANEL_WORDS))
  const said = fields.flatMap(({ word, value }) => (word === PROSE ? [value] : []))
  const own = withoutTelling(proseIn([rest, ...said].join('\n\n'), shows), secrets)
  const whole = [own, shownIn(fields, shows, secrets)].filter((part) => part !== '').join('\n\n')
  const onlyFields = shownIn(marksIn(text, { words: PANEL_WORDS }), shows, secrets)
  return [whole, onlyFields].find((one) => !isTelling(one, shows, secrets)) ?? ''
}

function secretsOf(text: string, shows: readonly string[], options: readonly string[]): Secrets {
  const said = withFieldLines(text, PANEL_WORDS)
  const values = [probabilitiesIn(said) ?? '', valueIn(said, 'CONFIDENCE', { words: PANEL_WORDS }) ?? '']
  return { shares: sharesStated(values), options, isPositionPublic: shows === IN_A_DISCUSSION }
}

const shownIn = (fields: readonly AnswerMark[], shows: readonly string[], secrets: Secrets): string =>
  fields
    .filter(({ word }) => shows.includes(word))
    .map(({ word, value }) => ({ word, value: withoutTelling(value, secrets) }))
    .flatMap(({ word, value }) => (value === '' ? [] : [`${word}: ${value}`]))
    .join('\n')

/** A vote in common words, if it is the one that counts. In a discussion, such a line is part of an argument. */
function withoutPlainVote(text: string, shows: readonly string[]): string {
  if (shows === IN_A_DISCUSSION || valueIn(text, 'VOTE') !== undefined || plainVoteIn(text) === undefined) return text
  const lines = text.split('\n')
  return lines.filter((line) => plainVoteOnLine(line) === undefined).join('\n')
}

const hiddenFrom = (shows: readonly string[]): readonly string[] => PANEL_WORDS.filter((word) => !shows.includes(word))

const isTelling = (text: string, shows: readonly string[], secrets: Secrets): boolean =>
  marksIn(text, { words: hiddenFrom(shows) }).length > 0 || abstentionIn(text) !== '' || isTold(text, secrets)

const MOST_OBJECTS = 20
const WORDS = [PROSE, ...PANEL_WORDS]

/** The text without any JSON that has one of the fields, whole or cut off, and these fields. */
function withoutJson(text: string): { readonly rest: string; readonly fields: readonly AnswerMark[] } {
  let rest = text
  const fields: AnswerMark[] = []
  for (let count = 0; count < MOST_OBJECTS && rest.includes('{'); count++) {
    const found = jsonIn(rest, hasField)
    if (!found) break
    fields.unshift(...fieldsIn(JSON.stringify(found.value), { words: WORDS }))
    rest = `${rest.slice(0, found.start)}\n${rest.slice(found.end)}`
  }
  return { rest: withoutEmptyFences(rest), fields }
}

const isField = (key: string): boolean => WORDS.includes(key.toUpperCase().trim())

const DEEPEST = 4

function hasField(value: unknown, depth = DEEPEST): value is object {
  if (typeof value !== 'object' || value === null || depth === 0) return false
  if (!Array.isArray(value) && Object.keys(value).some(isField)) return true
  return Object.values(value).some((one) => hasField(one, depth - 1))
}

/** Where a walk over the lines is: in prose, before the value of a hidden mark, in it, or after a blank line below. */
type Place = 'prose' | 'before value' | 'value' | 'below value'
/** `isList`: the value may have a line for each option. `kept`: the line, or what is left of it. */
type At = { readonly place: Place; readonly isList: boolean; readonly kept: readonly string[] }

const LISTS = ['PROBABILITIES', 'RANK']
const FENCE = /^\s{0,8}(?:`{3,}|~{3,})/u
/** `A 14`, `- **B**: 86 %`: a line of a list of shares. */
const SHARE = /^(?:option\s)?[a-z](?:[.)]|\b)\W{0,6}\d/iu

/** The lines that are neither a hidden mark nor its value, wherever that is. */
function proseIn(text: string, shows: readonly string[]): string {
  const kept: string[] = []
  let at: At = { place: 'prose', isList: false, kept: [] }
  for (const line of text.split(/\r\n|[\n\r]/u)) {
    const field = fieldOn(line) ?? oddField(line, shows)
    at = field ? atField(line, field, shows) : below(at, line)
    kept.push(...at.kept)
  }
  return withoutEmptyFences(kept.join('\n'))
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()
}

type Field = { readonly word: string; readonly rest: string }

function atField(line: string, { word, rest }: Field, shows: readonly string[]): At {
  if (word === PROSE) return { place: 'prose', isList: false, kept: [rest] }
  if (shows.includes(word)) return { place: 'prose', isList: false, kept: [line] }
  const isList = LISTS.includes(word)
  return { place: rest === '' ? 'before value' : isList ? 'value' : 'prose', isList, kept: [] }
}

function below({ place, isList }: At, line: string): At {
  const now = place === 'prose' ? place : nextPlace(place, line, isList)
  if (now === 'prose') return { place: now, isList, kept: [unvoting(line)] }
  return { place: now === 'value' && !isList ? 'prose' : now, isList, kept: [] }
}

/** A mark as every reader reads it, or one of its words alone on a line. */
function fieldOn(line: string): Field | undefined {
  const mark = markOnLine(line, { words: WORDS })
  const alone = PANEL_WORDS.find((word) => undecorated(line) === word)
  return mark ?? (alone === undefined ? undefined : { word: alone, rest: '' })
}

const LOOSE = new RegExp(
  `^(?<before>[^\\p{L}\\p{N}]*)(?<owner>(?:(?:my|our|final)\\s+){0,3})(?<word>${PANEL_WORDS.join('|')})(?![\\p{L}\\p{N}_])(?<rest>.*)$`,
  'iu',
)
const SEPARATED = /^\s{0,2}[:：=→>\]|)]/u
const TOLD = /^\s+(?:is|was|goes|will|remains|stays)(?!\p{L})/iu

/**
 * A hidden word that begins a line in a form that no reader knows, such as a tag. What nobody understands is no argument
 * either.
 */
function oddField(line: string, shows: readonly string[]): Field | undefined {
  const { before = '', owner = '', word = '', rest = '' } = LOOSE.exec(line)?.groups ?? {}
  if (word === '' || shows.includes(word.toUpperCase())) return undefined
  const isField = word === word.toUpperCase() || SEPARATED.test(rest) || (owner !== '' && TOLD.test(rest))
  // Nothing is below the end of a tag.
  const value = before.endsWith('/') ? '/' : rest.replaceAll(/[^\p{L}\p{N}%]+/gu, '')
  return isField ? { word: word.toUpperCase(), rest: value } : undefined
}

/** The line under a heading. */
const UNDERLINE = /^\s{0,3}[=~-]{2,}\s*$/u

function nextPlace(place: Place, line: string, isList: boolean): Place {
  if (line.trim() === '') return place === 'before value' ? place : 'below value'
  if (place === 'before value') return FENCE.test(line) || UNDERLINE.test(line) ? place : 'value'
  if (place === 'value') return 'value'
  return isList && (SHARE.test(undecorated(line)) || FENCE.test(line)) ? 'value' : 'prose'
}

const BROKEN = new RegExp(`["“'‘](?:${PANEL_WORDS.join('|')})["”'’]\\s{0,4}:`, 'iu')
const ARGUED = /["“'‘]argument["”'’]\s{0,4}:\s{0,4}(?:["“]((?:\\.|[^"”\\])*)|['‘]((?:\\.|[^'’\\])*))/iu

/** JSON that was cut off cannot be read: only its argument is kept. */
const withoutBroken = (line: string): string =>
  BROKEN.test(line) ? (ARGUED.exec(line)?.slice(1).join('') ?? '') : line

/** A line of prose that is no vote. */
const unvoting = (line: string): string => (isAbstaining(line) ? '' : withoutBroken(line))
