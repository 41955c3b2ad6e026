import type { Ask, Command, Session } from '@convene/domain'
import type { Page } from '../terminal/markdown.ts'
import { type Prompt, press, promptFor, unsent } from './prompt.ts'
import { type PromptPage, promptRows, wholePreview } from './prompt-rows.ts'

/** How a person is heard, and what becomes of an answer. */
export type Dialog = {
  keys(take: (sent: string) => void): () => void
  answer(command: Command, ask: Ask | undefined): Promise<void>
}

/** A person in front of a run: follows what it waits for, takes keys while something does, and gives answers. */
export type Asking = {
  follow(session: Session): void
  rows(page: PromptPage): readonly string[]
  /** What was asked to be printed since the last time. */
  printed(page: Page): readonly string[]
  end(): void
}

/** Asks with this dialog, one thing after another. Keys are taken only while something waits. */
export function askingWith({ keys, answer }: Dialog): Asking {
  let session: Session | undefined
  let prompt: Prompt | undefined
  let preview: Ask | undefined
  let stopListening: (() => void) | undefined

  const listen = () => {
    if (prompt && !stopListening) stopListening = keys(take)
    if (prompt || !stopListening) return
    stopListening()
    stopListening = undefined
  }
  const take = (sent: string) => {
    if (!prompt) return
    const { pending } = prompt
    const ask = pending.kind === 'ask' ? pending.ask : undefined
    const pressed = press(prompt, sent)
    prompt = pressed.prompt
    if (pressed.printsPreview) preview = ask
    if (pressed.command) void answer(pressed.command, ask).finally(() => again())
  }
  const again = () => {
    prompt = prompt && unsent(prompt)
    if (session) prompt = promptFor(prompt, session)
    listen()
  }
  return {
    follow(next) {
      session = next
      prompt = promptFor(prompt, next)
      listen()
    },
    rows: (page) => (prompt && session ? ['', ...promptRows(prompt, session, page)] : []),
    printed(page) {
      const rows = preview ? wholePreview(preview, page) : []
      preview = undefined
      return rows
    },
    end() {
      prompt = undefined
      listen()
    },
  }
}
