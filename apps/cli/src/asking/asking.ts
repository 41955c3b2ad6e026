import type { Ask, Command, Session } from '@convene/domain'
import type { PendingAnswer } from '@convene/host'
import type { MarkdownPage } from '../terminal/markdown.ts'
import {
  type AnswerInquiry,
  type AnswerKeyPress,
  type AnswerProgress,
  approvalOf,
  inquiryFor,
  pressInInquiry,
  reply,
  unsent,
} from './inquiry.ts'
import { type InquiryPage, inquiryRows, wholePreview } from './inquiry-rows.ts'

/** Where keys come from and where answers go. */
export type AskingDialog = {
  now(): number
  keys(take: (sent: string) => void): () => void
  answer(command: Command, ask: Ask | undefined): Promise<void>
  /** The text as the user left it in their editor, or undefined if they changed nothing. */
  edit(text: string): Promise<string | undefined>
}

/** Keys typed before an inquiry is visible are not meant for it. */
const ARMING_MS = 150

/** The inquiry on screen, and how far the user is with it. */
export type ShownInquiry = { readonly id: string; readonly stage: AnswerProgress['kind'] }

/**
 * Asks the user about a running session: shows what is pending, reads keys only while something is, and sends answers.
 */
export type Asking = {
  follow(session: Session): void
  rows(page: InquiryPage): readonly string[]
  /** Rows the user asked to print since the last call. Their consequences are printed below them. */
  printed(page: MarkdownPage): readonly string[]
  end(): void
}

/** The same with an input line below it. */
export type AskingAbove = Asking & {
  /** Undefined until the inquiry is visible. */
  asked(): ShownInquiry | undefined
  /** Answers the question on screen. */
  reply(text: string): void
}

/** Asks one thing at a time. Reads keys only while something is pending. */
export function askingWith(dialog: AskingDialog): AskingAbove {
  const { keys, now } = dialog
  let session: Session | undefined
  let inquiry: AnswerInquiry | undefined
  let preview: PendingAnswer | undefined
  let stopListening: (() => void) | undefined
  let armedAt = 0
  const isArmed = () => now() >= armedAt

  const turnTo = (next: AnswerInquiry | undefined) => {
    if (next && next.pending.id !== inquiry?.pending.id) armedAt = now() + ARMING_MS
    inquiry = next
    listen()
  }

  const listen = () => {
    if (inquiry && !stopListening) stopListening = keys(take)
    if (inquiry || !stopListening) return
    stopListening()
    stopListening = undefined
  }
  const take = (sent: string) => void (inquiry && isArmed() && act(pressInInquiry(inquiry, sent)))
  const act = (pressed: AnswerKeyPress) => {
    inquiry = pressed.inquiry
    if (pressed.printsPreview) preview = inquiry.pending
    void carryOut(dialog, pressed)?.finally(() => again())
  }
  const again = () => {
    if (session) turnTo(inquiryFor(inquiry && unsent(inquiry), session))
  }
  return {
    follow(next) {
      session = next
      turnTo(inquiryFor(inquiry, next))
    },
    rows: (page) => (inquiry && session && isArmed() ? ['', ...inquiryRows(inquiry, session, page)] : []),
    printed(page) {
      const rows = preview ? wholePreview(preview, page) : []
      preview = undefined
      return rows
    },
    asked: () => (inquiry && isArmed() ? { id: inquiry.pending.id, stage: inquiry.stage.kind } : undefined),
    reply(text) {
      if (inquiry?.stage.kind === 'answering') act(reply(inquiry, text))
    },
    end() {
      turnTo(undefined)
    },
  }
}

/** Sends the answer, if the keys made one. */
function carryOut(dialog: AskingDialog, pressed: AnswerKeyPress): Promise<void> | undefined {
  const { pending } = pressed.inquiry
  if (pressed.edits !== undefined) return approveEdited(dialog, pressed)
  return pressed.command && dialog.answer(pressed.command, pending.kind === 'ask' ? pending.ask : undefined)
}

/** Approves the text that the user saved in their editor. If they changed nothing, the gate stays. */
async function approveEdited({ edit, answer }: AskingDialog, { inquiry, edits = '' }: AnswerKeyPress): Promise<void> {
  const edited = await edit(edits)
  if (edited !== undefined) await answer(approvalOf(inquiry, edited), undefined)
}
