import type { Command, Session } from '@convene/domain'
import { type EditedLine, edit, editedLine, isEnter, isEscape, keysIn, lineText } from '../terminal/edited-line.ts'
import { misfit, proposedAlways } from './grant.ts'
import { type Pending, pendingIn, waitsForAnswers } from './pending.ts'

/** Where a person is in answering. `sent`: the answer is on its way, and no key counts. */
export type Stage =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'pattern'; readonly line: EditedLine; readonly problem?: string | undefined }
  | { readonly kind: 'reason'; readonly line: EditedLine }
  | { readonly kind: 'answering'; readonly line: EditedLine }
  | { readonly kind: 'sent' }

/** What is asked of the person now, and how many more wait behind it. */
export type Prompt = { readonly pending: Pending; readonly stage: Stage; readonly more: number }

/** What a key leads to: a prompt, and perhaps a command to send or a preview to print as a whole. */
export type Pressed = { readonly prompt: Prompt; readonly command?: Command; readonly printsPreview?: boolean }

/** Follows the session: an answered prompt gives way to the next, one that still waits keeps what was typed. */
export function promptFor(before: Prompt | undefined, session: Session): Prompt | undefined {
  const waiting = waitsForAnswers(session) ? pendingIn(session) : []
  const same = waiting.find(({ id }) => id === before?.pending.id)
  const pending = same ?? waiting[0]
  if (!pending) return undefined
  const stage = same && before ? before.stage : firstStage(pending)
  return { pending, stage, more: waiting.length - 1 }
}

const firstStage = ({ kind }: Pending): Stage =>
  kind === 'ask' ? { kind: 'choosing' } : { kind: 'answering', line: editedLine() }

/** Takes what the terminal sent. Of several keys at once only one can choose: a paste must not answer by accident. */
export function press(prompt: Prompt, sent: string): Pressed {
  const { stage } = prompt
  if (stage.kind === 'sent') return { prompt }
  const keys = keysIn(sent)
  if (stage.kind === 'choosing') return keys.length === 1 ? choose(prompt, keys[0] ?? '') : { prompt }
  let pressed: Pressed = { prompt }
  for (const key of keys) {
    pressed = type(pressed.prompt, key)
    if (pressed.command || !('line' in pressed.prompt.stage)) return pressed
  }
  return pressed
}

function choose(prompt: Prompt, key: string): Pressed {
  if (prompt.pending.kind !== 'ask') return { prompt }
  const { ask } = prompt.pending
  switch (key.toLowerCase()) {
    case 'y':
      return send(prompt, { answer: 'once' })
    case 's':
      return send(prompt, { answer: 'session' })
    case 'a':
      return at(prompt, { kind: 'pattern', line: editedLine(proposedAlways(ask)) })
    case 'n':
      return at(prompt, { kind: 'reason', line: editedLine() })
    case 'd':
      return { prompt, printsPreview: true }
    default:
      return { prompt }
  }
}

function type(prompt: Prompt, key: string): Pressed {
  const { stage, pending } = prompt
  if (!('line' in stage)) return { prompt }
  if (isEnter(key)) return enter(prompt, lineText(stage.line).trim())
  if (isEscape(key)) return at(prompt, firstStage(pending))
  return at(prompt, { kind: stage.kind, line: edit(stage.line, key) })
}

function enter(prompt: Prompt, text: string): Pressed {
  const { stage, pending } = prompt
  if (pending.kind === 'question') return reply(prompt, text)
  if (stage.kind === 'reason') return send(prompt, { answer: 'deny', ...(text !== '' && { reason: text }) })
  if (stage.kind !== 'pattern') return { prompt }
  const problem = misfit(pending.ask, text)
  return problem ? at(prompt, { ...stage, problem }) : send(prompt, { answer: 'always', pattern: text })
}

/** A number picks one of the options; anything else is the answer itself. */
function reply(prompt: Prompt, text: string): Pressed {
  if (prompt.pending.kind !== 'question' || text === '') return { prompt }
  const { id, options } = prompt.pending.question
  const picked = /^\d{1,2}$/u.test(text) ? options[Number(text) - 1] : undefined
  const command: Command = { type: 'answer', text: picked ?? text, question: id, by: 'user' }
  return { prompt: { ...prompt, stage: { kind: 'sent' } }, command }
}

const at = (prompt: Prompt, stage: Stage): Pressed => ({ prompt: { ...prompt, stage } })

type Given = Pick<Extract<Command, { type: 'permit' }>, 'answer' | 'pattern' | 'reason'>

function send(prompt: Prompt, given: Given): Pressed {
  if (prompt.pending.kind !== 'ask') return { prompt }
  const command: Command = { type: 'permit', ask: prompt.pending.ask.ask, by: 'user', ...given }
  return { prompt: { ...prompt, stage: { kind: 'sent' } }, command }
}

/** The answer could not be given: whatever still waits is asked again. */
export const unsent = (prompt: Prompt): Prompt =>
  prompt.stage.kind === 'sent' ? { ...prompt, stage: firstStage(prompt.pending) } : prompt
