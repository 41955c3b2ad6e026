import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { Files } from '@convene/engine'
import { decodeText } from './decode-text.ts'
import { isSecret } from './secret-files.ts'
import { walk } from './walk.ts'

/** The workspace on this machine's disk. Nothing outside it is read, and nothing here throws. */
export function nodeFiles(): Files {
  return {
    list: async (workspace, limit) => {
      try {
        return await walk(await realpath(workspace), limit)
      } catch {
        return []
      }
    },
    read: async (workspace, path, maxBytes) => {
      try {
        return await readInside(await realpath(workspace), path, maxBytes)
      } catch {
        return undefined
      }
    },
  }
}

/** These hold no user files, and reading some of them blocks forever. */
const VIRTUAL = /^\/(proc|sys|dev)(\/|$)/

async function readInside(root: string, path: string, maxBytes: number): Promise<string | undefined> {
  const asked = join(root, path)
  const real = await realpath(asked)
  const inside = relative(root, real)
  if (!isInside(inside) || VIRTUAL.test(real) || isSecret(path) || isSecret(inside.split(sep).join('/')))
    return undefined
  const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const { size, isFile } = await file.stat().then((stat) => ({ size: stat.size, isFile: stat.isFile() }))
    if (!isFile || (await realpath(asked)) !== real) return undefined
    const buffer = Buffer.alloc(Math.min(size, Math.max(0, maxBytes)))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return decodeText(buffer.subarray(0, bytesRead), bytesRead < size)
  } finally {
    await file.close()
  }
}

const isInside = (path: string): boolean =>
  path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
