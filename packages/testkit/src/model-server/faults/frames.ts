import type { Answer } from '../answer.ts'
import type { Frame, FrameKind } from '../dialect.ts'
import { type Act, type Transmission, write } from '../transmission.ts'
import type { Wire } from '../wire.ts'
import { CATALOGUE_TEXT, PARTS } from './fault-case.ts'

export const spoken: Answer = { text: CATALOGUE_TEXT, parts: PARTS }

/** The frames before the first of a kind. */
export function before(frames: readonly Frame[], kind: FrameKind): readonly Frame[] {
  const index = frames.findIndex((frame) => frame.kind === kind)
  return index === -1 ? frames : frames.slice(0, index)
}

/** The frames up to and including the `count`th of a kind. */
export function through(frames: readonly Frame[], kind: FrameKind, count = 1): readonly Frame[] {
  let seen = 0
  const index = frames.findIndex((frame) => frame.kind === kind && ++seen === count)
  return index === -1 ? frames : frames.slice(0, index + 1)
}

/** The frame with its JSON changed as text, valid or not. */
export const altered = (frame: Frame, change: (json: string) => string): Frame => ({
  ...frame,
  data: change(typeof frame.data === 'string' ? frame.data : JSON.stringify(frame.data)),
})

/** Changes the second text frame, in the middle of the stream. */
export function inText(frames: readonly Frame[], change: (frame: Frame) => readonly Frame[]): readonly Frame[] {
  let seen = 0
  return frames.flatMap((frame) => (frame.kind === 'text' && ++seen === 2 ? change(frame) : [frame]))
}

export const writes = (wire: Wire, frames: readonly Frame[]): Act[] => frames.map((frame) => write(wire.encode(frame)))

export const bytes = (wire: Wire, frames: readonly Frame[]): Buffer =>
  Buffer.concat(frames.map((frame) => wire.encode(frame)))

/** These frames, then a proper end of the response. */
export const sent = (wire: Wire, frames: readonly Frame[]): Transmission => wire.streaming(writes(wire, frames))
