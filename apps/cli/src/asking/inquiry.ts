import type { Command, Session } from '@convene/domain'
import { type PendingAnswer, patternProblem, pendingAnswers, proposedAlways, waitsForAnswers } from '@convene/host'
import { type EditedLine, editedLine, editLine, isEnter, isEscape, keysIn, lineText } from '../terminal/edited-line.ts'
import { withoutPastedKeys } from '../terminal/pastes.ts'

/** How far the user is with an answer. `sent`: the answer is on its way and keys are ignored. */
export type AnswerProgress =
  | { readonly kind: 'choosing' }
  | {
      readonly kind: 'pattern'
      readonly scope: 'session' | 'always'
      readonly line: EditedLine
      readonly problem?: string
    }
  | { readonly kind: 'reason'; readonly line: EditedLine }
  | { readonly kind: 'answering'; readonly line: EditedLine }
  /** With `grants`, approving would let agents act without asking. */
  | { readonly kind: 'gate'; readonly grants: boolean }
  | { readonly kind: 'feedback'; readonly line: EditedLine }
  | { readonly kind: 'sent' }

/** The current inquiry, and how many more are waiting. */
export type AnswerInquiry = { readonly pending: PendingAnswer; readonly stage: AnswerProgress; readonly more: number }

/** The effect of a key: the next inquiry, and maybe a command to send or a preview to print in full. */
export type AnswerKeyPress = {
  readonly inquiry: AnswerInquiry
  readonly command?: Command
  readonly printsPreview?: boolean
} & {
  /** The gate's text, to be edited by the user before it is approved. */
  readonly edits?: string
}

/** Follows the session: an answered inquiry makes room for the next, a pending one keeps what was typed. */
export function inquiryFor(before: AnswerInquiry | undefined, session: Session): AnswerInquiry | undefined {
  const waiting = waitsForAnswers(session) ? pendingAnswers(session) : []
  const same = waiting.find(({ id }) => id === before?.pending.id)
  const pending = same ?? waiting[0]
  if (!pending) return undefined
  const stage = same && before ? before.stage : firstStage(pending)
  return { pending, stage, more: waiting.length - 1 }
}

function firstStage(pending: PendingAnswer): AnswerProgress {
  if (pending.kind === 'ask') return { kind: 'choosing' }
  const { gate, grants } = pending.question
  return gate === null ? { kind: 'answering', line: editedLine() } : { kind: 'gate', grants: grants.length > 0 }
}

/**
 * Handles terminal input. Several keys at once choose nothing: a paste must not answer by accident. A key with Enter is
 * one choice.
 */
export function pressInInquiry(inquiry: AnswerInquiry, sent: string): AnswerKeyPress {
  const { stage } = inquiry
  if (stage.kind === 'sent') return { inquiry }
  const keys = keysIn(withoutPastedKeys(sent))
  const [key = '', ...rest] = keys
  const isOne = rest.every(isEnter)
  if (stage.kind === 'choosing') return isOne ? choose(inquiry, key) : { inquiry }
  if (stage.kind === 'gate') return isOne ? pass(inquiry, key) : { inquiry }
  let pressed: AnswerKeyPress = { inquiry }
  for (const key of keys) {
    pressed = type(pressed.inquiry, key)
    if (pressed.command || !('line' in pressed.inquiry.stage)) return pressed
  }
  return pressed
}

function choose(inquiry: AnswerInquiry, key: string): AnswerKeyPress {
  if (inquiry.pending.kind !== 'ask') return { inquiry }
  const { ask } = inquiry.pending
  switch (key.toLowerCase()) {
    case 'y':
      return send(inquiry, { answer: 'once' })
    case 's':
      // A star in a rule matches anything, so the rule is shown before it is granted.
      return /(^|[^\\])[*?]/u.test(ask.proposed)
        ? at(inquiry, { kind: 'pattern', scope: 'session', line: editedLine(ask.proposed) })
        : send(inquiry, { answer: 'session' })
    case 'a':
      return at(inquiry, { kind: 'pattern', scope: 'always', line: editedLine(proposedAlways(ask)) })
    case 'n':
      return at(inquiry, { kind: 'reason', line: editedLine() })
    case 'd':
      return { inquiry, printsPreview: true }
    default:
      return { inquiry }
  }
}

/** At a gate: approve, edit and approve, send back with feedback, or print in full first. */
function pass(inquiry: AnswerInquiry, key: string): AnswerKeyPress {
  const { stage } = inquiry
  switch (key.toLowerCase()) {
    case 'y':
      return sent(inquiry, { type: 'approve', ...gateOf(inquiry), by: 'user' })
    case 'a':
      return stage.kind === 'gate' && stage.grants
        ? sent(inquiry, { type: 'approve', ask: true, ...gateOf(inquiry), by: 'user' })
        : { inquiry }
    case 'e':
      return edited(inquiry)
    case 'n':
      return at(inquiry, { kind: 'feedback', line: editedLine() })
    case 'd':
      return { inquiry, printsPreview: true }
    default:
      return { inquiry }
  }
}

function type(inquiry: AnswerInquiry, key: string): AnswerKeyPress {
  const { stage, pending } = inquiry
  if (!('line' in stage)) return { inquiry }
  if (isEnter(key)) return enter(inquiry, lineText(stage.line).trim())
  if (isEscape(key)) return at(inquiry, firstStage(pending))
  const line = editLine(stage.line, key)
  if (stage.kind === 'pattern') return at(inquiry, { kind: 'pattern', scope: stage.scope, line })
  return at(inquiry, { kind: stage.kind, line })
}

function enter(inquiry: AnswerInquiry, text: string): AnswerKeyPress {
  const { stage, pending } = inquiry
  if (stage.kind === 'feedback') return sendBack(inquiry, text)
  if (pending.kind === 'question') return reply(inquiry, text)
  if (stage.kind === 'reason') return send(inquiry, { answer: 'deny', ...(text !== '' && { reason: text }) })
  if (stage.kind !== 'pattern') return { inquiry }
  const problem = patternProblem(pending.ask, text)
  return problem ? at(inquiry, { ...stage, problem }) : send(inquiry, { answer: stage.scope, pattern: text })
}

/** The gate waits until the user has left their editor. */
function edited(inquiry: AnswerInquiry): AnswerKeyPress {
  if (inquiry.pending.kind !== 'question') return { inquiry }
  return { inquiry: { ...inquiry, stage: { kind: 'sent' } }, edits: inquiry.pending.question.text }
}

/** The edited text, as an answer to the gate it was edited for. */
export const approvalOf = ({ pending }: AnswerInquiry, text: string): Command => ({
  type: 'approve',
  text,
  ...gateOf({ pending }),
  by: 'user',
})

/** Sending back needs feedback: the author could only guess otherwise. */
function sendBack(inquiry: AnswerInquiry, feedback: string): AnswerKeyPress {
  if (feedback === '') return { inquiry }
  return sent(inquiry, { type: 'reject', feedback, ...gateOf(inquiry), by: 'user' })
}

/** The gate on screen: another one is not answered by the same key. */
const gateOf = ({ pending }: Pick<AnswerInquiry, 'pending'>) =>
  pending.kind === 'question' ? { gate: pending.question.id } : {}

const sent = (inquiry: AnswerInquiry, command: Command): AnswerKeyPress => ({
  inquiry: { ...inquiry, stage: { kind: 'sent' } },
  command,
})

/** A number picks an option. Anything else is the answer itself. */
export function reply(inquiry: AnswerInquiry, text: string): AnswerKeyPress {
  if (inquiry.pending.kind !== 'question' || text === '') return { inquiry }
  const { id, options } = inquiry.pending.question
  const picked = /^\d{1,2}$/u.test(text) ? options[Number(text) - 1] : undefined
  return sent(inquiry, { type: 'answer', text: picked ?? text, question: id, by: 'user' })
}

const at = (inquiry: AnswerInquiry, stage: AnswerProgress): AnswerKeyPress => ({ inquiry: { ...inquiry, stage } })

type Given = Pick<Extract<Command, { type: 'permit' }>, 'answer' | 'pattern' | 'reason'>

function send(inquiry: AnswerInquiry, given: Given): AnswerKeyPress {
  if (inquiry.pending.kind !== 'ask') return { inquiry }
  return sent(inquiry, { type: 'permit', ask: inquiry.pending.ask.ask, by: 'user', ...given })
}

/** The answer was refused: asks again if the inquiry is still pending. */
export const unsent = (inquiry: AnswerInquiry): AnswerInquiry =>
  inquiry.stage.kind === 'sent' ? { ...inquiry, stage: firstStage(inquiry.pending) } : inquiry
