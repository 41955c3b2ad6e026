/** One frame on a pipe: requests go one way, answers return in chunks, and each chunk is acknowledged. */
export type PipeFrame =
  | {
      readonly kind: 'ask'
      readonly id: number
      readonly method: string
      readonly path: string
      readonly headers: { readonly [name: string]: string }
      readonly body?: PipeChunk
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'more'; readonly id: number }
  | {
      readonly kind: 'head'
      readonly id: number
      readonly status: number
      readonly headers: { readonly [name: string]: string }
    }
  | { readonly kind: 'part'; readonly id: number; readonly piece: PipeChunk }
  | { readonly kind: 'end'; readonly id: number; readonly broken?: boolean }

/** Text as is, bytes as base64: pipes carry JSON. */
export type PipeChunk = { readonly text: string } | { readonly base64: string }

/** Carries frames between two ends: a process, an editor's panel, a window. In order, or not at all. */
export interface Pipe {
  send(frame: PipeFrame): void
  hear(take: (frame: PipeFrame) => void): () => void
}

export function pipeChunk(bytes: Uint8Array): PipeChunk {
  let binary = ''
  for (let from = 0; from < bytes.length; from += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(from, from + CHUNK))
  }
  return { base64: btoa(binary) }
}

/** More arguments than this overflow the stack in some engines. */
const CHUNK = 8_192

export function bytesOf(piece: PipeChunk): Uint8Array {
  if ('text' in piece) return new TextEncoder().encode(piece.text)
  return Uint8Array.from(atob(piece.base64), (character) => character.charCodeAt(0))
}
