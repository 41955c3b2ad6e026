import type { Answer } from '../answer.ts'
import type { Frame, FrameKind } from '../dialect.ts'
import { type Act, type Transmission, write } from '../transmission.ts'
import type { Wire } from '../wire.ts'
import { PARTS, SAID } from './fault-case.ts'

export const spoken: Answer = { text: SAID, parts: PARTS }

/** The frames up to the first of a kind, without it. */
export function before(frames: readonly Frame[], kind: FrameKind): readonly Frame[] {
  const index = frames.findIndex((frame) => frame.kind === kind)
  return index === -1 ? frames : frames.slice(0, index)
}

/** The frames up to the `count`th of a kind, with it. */
export function through(frames: readonly Frame[], kind: FrameKind, count = 1): readonly Frame[] {
  let seen = 0
  const index = frames.findIndex((frame) => frame.kind === kind && ++seen === count)
  return index === -1 ? frames : frames.slice(0, index + 1)
}

/** The frame with its JSON changed as text, whatever comes of it. */
export const altered = (frame: Frame, change: (json: string) => string): Frame => ({
  ...frame,
  data: change(typeof frame.data === 'string' ? frame.data : JSON.stringify(frame.data)),
})

/** Changes the second frame of text: the stream is well under way. */
export function inText(frames: readonly Frame[], change: (frame: Frame) => readonly Frame[]): readonly Frame[] {
  let seen = 0
  return frames.flatMap((frame) => (frame.kind === 'text' && ++seen === 2 ? change(frame) : [frame]))
}

export const writes = (wire: Wire, frames: readonly Frame[]): Act[] => frames.map((frame) => write(wire.encode(frame)))

export const bytes = (wire: Wire, frames: readonly Frame[]): Buffer =>
  Buffer.concat(frames.map((frame) => wire.encode(frame)))

/** These frames, and then a proper end of the response. */
export const sent = (wire: Wire, frames: readonly Frame[]): Transmission => wire.streaming(writes(wire, frames))
