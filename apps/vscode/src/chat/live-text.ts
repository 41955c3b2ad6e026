import type { Event, EventOf } from '@convene/domain'
import type { Delta } from '@convene/protocol'
import { openFence } from './shown.ts'

/** Text as it is written, by the one agent of a run that nobody interrupts. */
export type LiveText = {
  /** Learns from an event who that is. */
  note(event: Event, mode: string): void
  /** What a piece adds; `isNew`: it is the first of a reply. Undefined where it adds nothing that can be shown. */
  hear(delta: Delta): { readonly agent: string; readonly text: string; readonly isNew: boolean } | undefined
  /** What of a message is to be shown still, where its beginning is. */
  rest(event: EventOf<'message'>): string | undefined
  /** Ends a reply that no message follows. The next text starts fresh. */
  close(event: Event): string | undefined
}

/** A chat can only be added to: where several write at once, each is shown when it has ended. */
const alone: readonly string[] = ['agent', 'delegate']
const headings: readonly string[] = ['Respond', 'Follow-up']

export function liveText(): LiveText {
  const voices = new Map<string, string>()
  let reply: { readonly effect: string; readonly text: string; readonly isBroken: boolean } | undefined
  return {
    note: ({ type, data, task }, mode) => {
      if (type !== 'task.assigned' || task === undefined || data.via !== undefined) return
      if (alone.includes(mode) && headings.includes(data.heading)) voices.set(task, data.to)
    },
    hear: ({ task, effect, text = '', at }) => {
      const agent = voices.get(task)
      if (agent === undefined || text === '') return undefined
      const before = reply?.effect === effect ? reply : undefined
      const shown = before?.text ?? ''
      const whole = shown.slice(0, at) + text
      // A piece was lost, or the reply was begun again: the message will have all of it.
      const isBroken = before?.isBroken || at > shown.length || !whole.startsWith(shown)
      if (isBroken && !before) return undefined
      reply = { effect, text: isBroken ? shown : whole, isBroken }
      return isBroken ? undefined : { agent, text: whole.slice(shown.length), isNew: before === undefined }
    },
    rest: ({ data, task }) => {
      if (reply === undefined || task === undefined || !voices.has(task)) return undefined
      const { text } = reply
      reply = undefined
      return data.text.startsWith(text) ? data.text.slice(text.length) : undefined
    },
    close: (event) => {
      if (reply === undefined || !endsWithoutMessage(event, reply.effect)) return undefined
      const { text } = reply
      reply = undefined
      return openFence(text)
    },
  }
}

function endsWithoutMessage({ type, data }: Event, effect: string): boolean {
  if (type === 'model.failed' || type === 'effect.aborted' || type === 'effect.lost') return data.effect === effect
  return type === 'model.replied' && data.effect === effect && data.calls.length > 0
}
