import type { Answer } from './answer.ts'
import type { Frame } from './dialect.ts'
import { type Act, type Transmission, wait, write } from './transmission.ts'
import type { Wire } from './wire.ts'

/** What the server does instead of answering properly. */
export type Fault = {
  readonly kind: 'fault'
  readonly name: string
  readonly send: (wire: Wire) => Transmission
}

export type Reply = Answer | Fault

const isFault = (reply: Reply): reply is Fault => 'kind' in reply && reply.kind === 'fault'

/** What a reply sends, in the dialect of its request. */
export function transmissionOf(reply: Reply, wire: Wire): Transmission {
  if (isFault(reply)) return reply.send(wire)
  const latencyMs = reply.latencyMs ?? 0
  if (!wire.request.stream) return { ...wire.json(200, wire.whole(reply)), latencyMs }
  const delayMs = reply.delayMs ?? 0
  const acts = wire.frames(reply).flatMap((frame, index) => paced(wire, frame, index > 0 ? delayMs : 0))
  return { ...wire.streaming(acts), latencyMs }
}

const isContent = (frame: Frame): boolean =>
  frame.kind === 'text' || frame.kind === 'reasoning' || frame.kind === 'call'

const paced = (wire: Wire, frame: Frame, delayMs: number): Act[] =>
  delayMs > 0 && isContent(frame) ? [wait(delayMs), write(wire.encode(frame))] : [write(wire.encode(frame))]
