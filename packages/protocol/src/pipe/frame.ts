/** One frame on a pipe: requests go one way, answers return in chunks, and each chunk is acknowledged. */
export type Frame =
  | {
      readonly kind: 'ask'
      readonly id: number
      readonly method: string
      readonly path: string
      readonly headers: { readonly [name: string]: string }
      readonly body?: Piece
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'more'; readonly id: number }
  | {
      readonly kind: 'head'
      readonly id: number
      readonly status: number
      readonly headers: { readonly [name: string]: string }
    }
  | { readonly kind: 'part'; readonly id: number; readonly piece: Piece }
  | { readonly kind: 'end'; readonly id: number; readonly broken?: boolean }

/** Text as is, bytes as base64: pipes carry JSON. */
export type Piece = { readonly text: string } | { readonly base64: string }

/** Carries frames between two ends: a process, an editor's panel, a window. In order, or not at all. */
export interface Pipe {
  send(frame: Frame): void
  hear(take: (frame: Frame) => void): () => void
}

export function pieceOf(bytes: Uint8Array): Piece {
  let binary = ''
  for (let from = 0; from < bytes.length; from += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(from, from + CHUNK))
  }
  return { base64: btoa(binary) }
}

/** More arguments than this overflow the stack in some engines. */
const CHUNK = 8_192

export function bytesOf(piece: Piece): Uint8Array {
  if ('text' in piece) return new TextEncoder().encode(piece.text)
  return Uint8Array.from(atob(piece.base64), (character) => character.charCodeAt(0))
}
