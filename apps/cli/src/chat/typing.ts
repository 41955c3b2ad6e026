import type { ShownInquiry } from '../asking/asking.ts'
import { type EditedLine, editedLine, editLine, insert, isEnter, isEscape, lineText } from '../terminal/edited-line.ts'
import { PASTE_BEGINS as BEGIN, PASTE_ENDS as END } from '../terminal/pastes.ts'

/** A choice counts only if no other key follows within this time: the first letter of a word must not answer. */
export const HOLD_MS = 400
/** After typing, single keys count as choices again only after a pause. */
export const REST_MS = 600
/** A longer line is cut: a paste could otherwise be any file. */
const LONGEST = 200_000
const MOST_HISTORY = 200

/** The input line, what was entered before, and keys whose meaning is still open. */
export type Typing = {
  readonly line: EditedLine
  /** The inquiry that was on screen when the line was started. */
  readonly begunAt: string | undefined
  readonly history: readonly string[]
  /** Which history entry is shown, and the draft before it. */
  readonly recalled: { readonly at: number; readonly draft: string } | undefined
  /** The part of a paste that has arrived so far. */
  readonly pasted: string | undefined
  readonly held: { readonly key: string; readonly id: string; readonly at: number } | undefined
  readonly typedAt: number
}

/** The effect of keys: the next state, and what was entered, chosen or asked for. */
export type Typed = {
  readonly typing: Typing
  readonly entered: readonly Entered[]
  /** Keys for the approval or gate on screen. */
  readonly dialog?: string
  /** Ctrl-D on an empty line. */
  readonly leaves?: boolean
  /** Esc on an empty line. */
  readonly drops?: boolean
}

/** A sent line, and the inquiry that was on screen when it was started. */
export type Entered = { readonly text: string; readonly begunAt: string | undefined }

export const nothingTyped = (history: readonly string[] = []): Typing => ({
  line: editedLine(),
  begunAt: undefined,
  history: history.slice(-MOST_HISTORY),
  recalled: undefined,
  pasted: undefined,
  held: undefined,
  typedAt: Number.NEGATIVE_INFINITY,
})

export const isNothingTyped = ({ line }: Typing): boolean => line.characters.length === 0

/** The line without its text. */
export const cleared = (typing: Typing): Typing => ({
  ...typing,
  line: editedLine(),
  begunAt: undefined,
  recalled: undefined,
})

type At = { readonly now: number; readonly asked: ShownInquiry | undefined }

/** Handles terminal input: for the line, unless an approval or a gate is on screen and a single key chooses. */
export function type(typing: Typing, sent: string, at: At): Typed {
  const { asked, now } = at
  if (asked && ownsLine(asked)) return { typing: { ...typing, held: undefined }, entered: [], dialog: sent }
  const { held, ...rest } = typing
  const chosen = asked && chosenWithEnter(typing, sent, { now, asked })
  if (chosen) return { typing: { ...rest, held: undefined }, entered: [], dialog: chosen }
  if (!held && asked && isChoice(typing, sent, { now, asked }))
    return { typing: { ...rest, held: { key: sent, id: asked.id, at: now } }, entered: [] }
  return typeLine({ ...rest, held: undefined, typedAt: now }, (held?.key ?? '') + sent, asked)
}

/** The choice that no other key followed, if its inquiry is still on screen. */
export function settle(typing: Typing, { now, asked }: At): Typed {
  const { held } = typing
  if (!held || now - held.at < HOLD_MS) return { typing, entered: [] }
  const isMeant = asked?.id === held.id && isChoosing(asked)
  return { typing: { ...typing, held: undefined }, entered: [], ...(isMeant && { dialog: held.key }) }
}

/** After a choice, the dialog has opened its own line for a reason or a rule. */
export const ownsLine = ({ stage }: ShownInquiry): boolean =>
  stage === 'pattern' || stage === 'reason' || stage === 'feedback'

export const isChoosing = ({ stage }: ShownInquiry): boolean => stage === 'choosing' || stage === 'gate'

function isChoice(typing: Typing, sent: string, { now, asked }: { now: number; asked: ShownInquiry }): boolean {
  const isFree = isNothingTyped(typing) && typing.pasted === undefined && now - typing.typedAt >= REST_MS
  return isFree && isChoosing(asked) && KEY.test(sent)
}

const KEY = /^[ysande]$/iu

/** Enter after a key does not make a message of it: with nothing else on the line, the key was meant. */
function chosenWithEnter(typing: Typing, sent: string, at: { now: number; asked: ShownInquiry }): string | undefined {
  const [, key] = /^([ysande]?)[\r\n]+$/iu.exec(sent) ?? []
  if (key === undefined || !isChoosing(at.asked)) return undefined
  const { held } = typing
  if (held) return key === '' && held.id === at.asked.id ? held.key : undefined
  return isChoice(typing, key, at) ? key : undefined
}

const ESC = '\u001b'

/** The end stays: it may be the first part of the end mark, without which every later key would count as pasted. */
const shortened = (pasted: string): string =>
  pasted.length <= LONGEST ? pasted : pasted.slice(0, LONGEST) + pasted.slice(LONGEST).slice(-END.length)

function typeLine(typing: Typing, sent: string, asked: ShownInquiry | undefined): Typed {
  const pasted = typing.pasted === undefined ? undefined : typing.pasted + sent
  if (pasted !== undefined) {
    const end = pasted.indexOf(END)
    if (end < 0) return { typing: { ...typing, pasted: shortened(pasted) }, entered: [] }
    const inserted = put({ ...typing, pasted: undefined }, pasted.slice(0, end), asked)
    return typeLine(inserted, pasted.slice(end + END.length), asked)
  }
  const begin = sent.indexOf(BEGIN)
  const before = typeKeys(typing, begin < 0 ? sent : sent.slice(0, begin), asked)
  if (begin < 0) return before
  const after = typeLine({ ...before.typing, pasted: '' }, sent.slice(begin + BEGIN.length), asked)
  return { ...before, ...after, entered: [...before.entered, ...after.entered] }
}

/** Inserts a text at the cursor, line breaks included: only the Enter key sends. */
function put(typing: Typing, text: string, asked: ShownInquiry | undefined): Typing {
  const room = LONGEST - typing.line.characters.length
  const line = insert(typing.line, text.slice(0, Math.max(0, room)))
  return { ...typing, line, begunAt: isNothingTyped(typing) ? asked?.id : typing.begunAt }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: keys are sent as control characters
const pieces = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O[A-Z]|[^\u001b])?|[^\P{Cc}\r\n\t]|(?:\P{Cc}|[\r\n\t])+/gsu

/** Only an Enter at the end of a text sends: a line break with text after it comes from a paste, which is one text. */
function keysOf(piece: string): readonly string[] {
  const text = piece.replace(/[\r\n]+$/u, '')
  const isWhole = text === piece || piece.startsWith(ESC)
  return isWhole ? [piece] : [text, '\r'].filter((key) => key !== '')
}

function typeKeys(typing: Typing, sent: string, asked: ShownInquiry | undefined): Typed {
  let typed: Typed = { typing, entered: [] }
  for (const key of Array.from(sent.matchAll(pieces), ([piece]) => piece).flatMap(keysOf)) {
    const next = press(typed.typing, key, asked)
    typed = { ...typed, ...next, entered: [...typed.entered, ...next.entered] }
  }
  return typed
}

function press(typing: Typing, key: string, asked: ShownInquiry | undefined): Typed {
  if (isEnter(key)) return enter(typing)
  if (isEscape(key)) return { typing: cleared(typing), entered: [], ...(isNothingTyped(typing) && { drops: true }) }
  if (key === '\u0004' && isNothingTyped(typing)) return { typing, entered: [], leaves: true }
  if (UP.includes(key)) return { typing: recall(typing, -1, asked), entered: [] }
  if (DOWN.includes(key)) return { typing: recall(typing, 1, asked), entered: [] }
  if (ALT_ENTER.includes(key)) return { typing: put(typing, '\n', asked), entered: [] }
  if (!/^[^\P{Cc}\r\n\t]/u.test(key)) return { typing: put(typing, key, asked), entered: [] }
  return { typing: { ...typing, line: editLine(typing.line, key) }, entered: [] }
}

const UP: readonly string[] = ['\u001b[A', '\u001bOA', '\u0010']
const DOWN: readonly string[] = ['\u001b[B', '\u001bOB', '\u000e']
const ALT_ENTER: readonly string[] = ['\u001b\r', '\u001b\n']

function enter(typing: Typing): Typed {
  const text = lineText(typing.line).trim()
  if (text === '') return { typing: cleared(typing), entered: [] }
  const history = typing.history.at(-1) === text ? typing.history : [...typing.history, text].slice(-MOST_HISTORY)
  return { typing: { ...cleared(typing), history }, entered: [{ text, begunAt: typing.begunAt }] }
}

/** Steps through the history. After the newest entry comes the draft. */
function recall(typing: Typing, step: number, asked: ShownInquiry | undefined): Typing {
  const { history } = typing
  const from = typing.recalled ?? { at: history.length, draft: lineText(typing.line) }
  const at = from.at + step
  if (at < 0 || at > history.length) return typing
  const isDraft = at === history.length
  const line = editedLine(isDraft ? from.draft : history[at])
  const begunAt = isNothingTyped(typing) ? asked?.id : typing.begunAt
  return { ...typing, line, begunAt, recalled: isDraft ? undefined : { at, draft: from.draft } }
}
