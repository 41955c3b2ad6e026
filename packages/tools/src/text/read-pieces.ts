import type { FileHandle } from 'node:fs/promises'

const PIECE = 256 * 1024

/** A large file, piece by piece, as UTF-8. Invalid bytes become the replacement character. */
export async function* readPieces(handle: FileHandle): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  const buffer = Buffer.alloc(PIECE)
  let at = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, PIECE, at)
    if (bytesRead === 0) break
    at += bytesRead
    yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true })
  }
  yield decoder.decode()
}
