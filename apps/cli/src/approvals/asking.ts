import type { Ask, Command, Session } from '@convene/domain'
import type { Page } from '../terminal/markdown.ts'
import { type Inquiry, inquiryFor, press, unsent } from './inquiry.ts'
import { type InquiryPage, inquiryRows, wholePreview } from './inquiry-rows.ts'

/** How a person is heard, and what becomes of an answer. */
export type Dialog = {
  keys(take: (sent: string) => void): () => void
  answer(command: Command, ask: Ask | undefined): Promise<void>
}

/** A person in front of a run: follows what it waits for, takes keys while something does, and gives answers. */
export type Asking = {
  follow(session: Session): void
  rows(page: InquiryPage): readonly string[]
  /** What was asked to be printed since the last time. */
  printed(page: Page): readonly string[]
  end(): void
}

/** Asks with this dialog, one thing after another. Keys are taken only while something waits. */
export function askingWith({ keys, answer }: Dialog): Asking {
  let session: Session | undefined
  let inquiry: Inquiry | undefined
  let preview: Ask | undefined
  let stopListening: (() => void) | undefined

  const listen = () => {
    if (inquiry && !stopListening) stopListening = keys(take)
    if (inquiry || !stopListening) return
    stopListening()
    stopListening = undefined
  }
  const take = (sent: string) => {
    if (!inquiry) return
    const { pending } = inquiry
    const ask = pending.kind === 'ask' ? pending.ask : undefined
    const pressed = press(inquiry, sent)
    inquiry = pressed.inquiry
    if (pressed.printsPreview) preview = ask
    if (pressed.command) void answer(pressed.command, ask).finally(() => again())
  }
  const again = () => {
    inquiry = inquiry && unsent(inquiry)
    if (session) inquiry = inquiryFor(inquiry, session)
    listen()
  }
  return {
    follow(next) {
      session = next
      inquiry = inquiryFor(inquiry, next)
      listen()
    },
    rows: (page) => (inquiry && session ? ['', ...inquiryRows(inquiry, session, page)] : []),
    printed(page) {
      const rows = preview ? wholePreview(preview, page) : []
      preview = undefined
      return rows
    },
    end() {
      inquiry = undefined
      listen()
    },
  }
}
