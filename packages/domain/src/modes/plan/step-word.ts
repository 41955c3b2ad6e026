import { findMember, type NamedMember } from '../../answer/find-member.ts'
import { withoutLabel } from '../../answer/label.ts'
import { undecorated } from '../../answer/lines.ts'
import { type AnswerMark, fieldsIn, markIn } from '../../answer/marks.ts'
import { isNone, isPlaceholder, isUnneeded } from '../../answer/words.ts'
import { optionsIn, shortOption } from './step-options.ts'

/** How a step's run ended, in its owner's words. */
export type StepWord =
  | { readonly kind: 'blocked'; readonly reason: string; readonly options: readonly string[] }
  | { readonly kind: 'handoff'; readonly to: string; readonly reason: string }
  | { readonly kind: 'report' }

export const NO_REASON = 'no reason was given'

/** In capitals: a report may describe something else as blocked. */
const EXACT = { words: ['BLOCKED', 'HANDOFF'], exact: true }
const ANY = { words: ['BLOCKED', 'HANDOFF'] }

/** `BLOCKED: <reason>` with its options below, `HANDOFF: <member>: <reason>`, or a report. */
export function readStepWord(written: string, members: readonly NamedMember[] = []): StepWord {
  const text = plainLines(written)
  const blocked = said(markIn(text, 'BLOCKED', EXACT))
  if (blocked) return blockedBy(blocked)
  const handoff = said(markIn(text, 'HANDOFF', EXACT))
  if (handoff) return handedOn(handoff.value, members)
  return looselySaid(text, members) ?? bareBlocked(text)
}

/** `BLOCKED` alone on its line, with its reason and its options below. */
function bareBlocked(text: string): StepWord {
  const found = BARE.exec(text)
  if (!found) return { kind: 'report' }
  const below = text.slice(found.index + found[0].length).trim()
  const [first = '', ...rest] = below.split('\n')
  const hasReason = first !== '' && !ITEM.test(first)
  const reason = undecorated(first).replace(/^reason\s{0,2}[:：]\s{0,3}/iu, '')
  return blockedBy({ value: '', text: hasReason ? [reason, ...rest].join('\n') : `\n${below}` })
}

const ITEM = /^\s*(?:[-*•+–]\s|\d{1,2}[.)]|(?:\*\*)?options?\b)/iu
const BARE = /^(?:[^\S\n]|[*_~`>#-])*BLOCKED[*_~`]*\s{0,4}[:：.!]?(?:[^\S\n]|[*_~`])*$/mu
/** `HANDOFF to Ann` and `BLOCKED by …` need no colon, and `Status: BLOCKED` is a mark after its label. */
const UNMARKED = /^(BLOCKED|HANDOFF)(?=\s+(?:to|by|because|since|on|until|as|waiting)\s)(?!\s*[:：])/u

/** `BLOCKED (waiting for the schema)` */
const ASIDE = /^BLOCKED[*_~`]{0,3}\s{0,4}\(([^()]{1,200})\)[\s*_~`.:：]{0,6}$/u

const plainLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r]/u)
    .map((line) => {
      const bare = undecorated(line)
      const labelled = withoutLabel(bare)
      const isStated = labelled !== bare && /^(?:blocked|handoff)(?![\p{L}\p{N}])/iu.test(labelled)
      const own = isStated ? labelled.replace(/^(?:blocked|handoff)/iu, (word) => word.toUpperCase()) : bare
      const marked = own
        .replace(ASIDE, 'BLOCKED: $1')
        .replace(UNMARKED, '$1:')
        .replace(/^HANDOFF[*_~`\s]{0,6}(?:→|[-=]>)\s*/u, 'HANDOFF: ')
      return isStated || marked !== own ? marked : line
    })
    .join('\n')

type Said = Pick<AnswerMark, 'value' | 'text'>

const said = (mark: AnswerMark | undefined): Said | undefined =>
  mark && !isNone(mark.value) && !isUnneeded(mark.value) ? mark : undefined

function blockedBy({ text }: Said): StepWord {
  const [first = '', ...below] = text.split('\n')
  return { kind: 'blocked', reason: shortOption(first) || NO_REASON, options: optionsIn(below.join('\n')) }
}

const LONGEST = 20_000
const DONE =
  /(?<![\p{L}\p{N}])(?:done|finished|complete[ds]?|as asked|works?|fixed|pass(?:es|ed)?|now|resolved)(?![\p{L}\p{N}])/iu

/**
 * The words in other letters. `Blocked: no key` counts if the answer ends with it and its options, and nothing sounds
 * finished. `Handoff: Ann: …` counts if that is a member.
 */
function looselySaid(text: string, members: readonly NamedMember[]): StepWord | undefined {
  if (fieldsIn(text, ANY).length > 0) return undefined
  const blocked = said(markIn(text, 'BLOCKED', ANY))
  if (blocked) {
    const word = blockedBy(blocked)
    const [, ...below] = blocked.text.split('\n').filter((line) => line.trim() !== '')
    const isLast = below.every((line) => /^\s*(?:[-*•+–]|\d{1,2}[.)]|\(?[A-Ha-h][.)]|(?:\*\*)?options?\b)/iu.test(line))
    const isItem = /^\s*[-*•+]\s.{0,4}blocked/imu.test(text)
    if (isLast && (below.length > 1 || !(isItem || DONE.test(text.slice(0, LONGEST))))) return word
  }
  const handoff = said(markIn(text, 'HANDOFF', ANY))
  const word = handoff && handedOn(handoff.value, members)
  return word?.kind === 'handoff' && findMember(word.to, members)?.guessed === false ? word : undefined
}

const TO =
  /^(?:to\s+)?@?([^:：–—,(]{1,80}?)\s*(?:\([^()]{0,60}\)\s*)?(?:$|[:：–—,]|\s-\s|\s(?=(?:because|since|as|so|for|who|please|she|he|they)\s))\s*(.*)$/isu

function handedOn(value: string, members: readonly NamedMember[]): StepWord {
  const [, to = value, reason = ''] = TO.exec(shortOption(value)) ?? []
  const name = shortOption(to)
  if (name === '' || isPlaceholder(name)) return { kind: 'report' }
  return { kind: 'handoff', to: findMember(name, members)?.member.slug ?? name, reason: shortOption(reason) }
}
