import { type Event, type Json, toWire, type WireEvent } from '@convene/domain'
import { pieceOf, type StreamPiece } from './client-stream.ts'

/** An event as transferred, marked if texts in it were shortened. */
export type CutEvent = WireEvent & { readonly cut?: true }

/** The event as transferred, with texts longer than `cut` shortened, except those the user has to judge. */
export function wireOf(event: Event, cut: number | undefined): CutEvent {
  const wire = toWire(event)
  if (cut === undefined || event.type === 'permission.asked') return wire
  let isCut = false
  const shorten = (value: Json): Json => {
    if (typeof value === 'string') {
      if (value.length <= cut) return value
      isCut = true
      return `${value.slice(0, cut)}…`
    }
    if (Array.isArray(value)) return value.map(shorten)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner as Json)]))
  }
  const data = shorten(wire.data)
  return isCut ? { ...wire, data, cut: true } : wire
}

const written = new WeakMap<Event, Map<number, StreamPiece>>()

/** An event as a stream message. Many clients follow one session, so each event is encoded once for all of them. */
export function encodedEvent(event: Event, cut: number | undefined): StreamPiece {
  const known = written.get(event) ?? new Map<number, StreamPiece>()
  written.set(event, known)
  const before = known.get(cut ?? 0)
  if (before) return before
  const piece = pieceOf(`id: ${event.seq}\ndata: ${JSON.stringify(wireOf(event, cut))}\n\n`, event.seq)
  known.set(cut ?? 0, piece)
  return piece
}
