import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

const MAX_BYTES = 64 * 1024

/** The start of a regular file that is not a link, or undefined if it cannot be read. */
export async function readSmall(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}
