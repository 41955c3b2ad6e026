import { type Event, type EventOf, traitsOf } from '@convene/domain'
import type { LiveDelta } from '@convene/protocol'
import { hasOneVoice, isStreamed } from '@convene/reading'
import { openFence } from './response-part.ts'

/** Live text of an agent that is the only one writing. */
export type StreamedText = {
  /** Learns from an event who is writing. */
  note(event: Event, mode: string): void
  /** The text a piece adds, or undefined if none can be shown. `isNew`: the first piece of a reply. */
  hear(delta: LiveDelta): { readonly agent: string; readonly text: string; readonly isNew: boolean } | undefined
  /** The rest of a message whose beginning was already shown live. */
  rest(event: EventOf<'message'>): string | undefined
  /** Ends a reply that no message follows. The next text starts fresh. */
  close(event: Event): string | undefined
}

/** A chat can only append, so agents that write at once are shown when they finish. */
export function liveText(): StreamedText {
  const voices = new Map<string, string>()
  let reply: { readonly effect: string; readonly text: string; readonly isBroken: boolean } | undefined
  return {
    note: ({ type, data, task }, mode) => {
      if (type !== 'task.assigned' || task === undefined || data.via !== undefined) return
      if (hasOneVoice(traitsOf(mode)) && isStreamed(data.kind)) voices.set(task, data.to)
    },
    hear: ({ task, effect, text = '', at }) => {
      const agent = voices.get(task)
      if (agent === undefined || text === '') return undefined
      const before = reply?.effect === effect ? reply : undefined
      const shown = before?.text ?? ''
      const whole = shown.slice(0, at) + text
      // A piece was lost, or the reply was restarted. The message will have the full text.
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
