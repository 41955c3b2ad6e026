import type { FileHandle } from 'node:fs/promises'

/** Reads a whole open file. Undefined if it is larger than allowed, even if it grows during the read. */
export async function readBytes(handle: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const { size } = await handle.stat()
  if (size > maxBytes) return undefined
  const buffer = Buffer.alloc(size + 1)
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length)
    if (bytesRead === 0) return buffer.subarray(0, length)
    length += bytesRead
  }
  return readRest(handle, buffer, maxBytes)
}

async function readRest(handle: FileHandle, start: Buffer, maxBytes: number): Promise<Buffer | undefined> {
  let whole = start
  while (whole.length <= maxBytes) {
    const more = Buffer.alloc(65_536)
    const { bytesRead } = await handle.read(more, 0, more.length, whole.length)
    if (bytesRead === 0) return whole
    whole = Buffer.concat([whole, more.subarray(0, bytesRead)])
  }
  return undefined
}
