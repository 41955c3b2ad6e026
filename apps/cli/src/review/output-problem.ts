import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { cleanLine, type Refusal } from '@convene/domain'

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'its folder does not exist. Create the folder',
  ENOTDIR: 'its folder is a file. Choose another folder',
  EISDIR: 'it is a folder. Add a file name',
  EACCES: 'you have no permission to write there. Choose another folder',
  EPERM: 'you have no permission to write there. Choose another folder',
  EROFS: 'the file system is read-only. Choose another folder',
  ENOSPC: 'the disk is full. Free some space',
}

/** Why a file cannot be written, and what to do about it. */
export function unwritableOutput(file: string, error: unknown): Refusal {
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  const reason = reasons[code] ?? `${code || message}. Choose another file`
  return { code: 'bad_output', message: `Cannot write ${cleanLine(file)}: ${reason}.` }
}

/** Finds out before a run starts that a file could not be written after it. Writes nothing. */
export function outputProblem(file: string): Refusal | undefined {
  try {
    const found = statSync(resolve(file), { throwIfNoEntry: false })
    if (found?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    const target = found ? resolve(file) : dirname(resolve(file))
    if (!found && !statSync(target).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    accessSync(target, constants.W_OK)
    return undefined
  } catch (error) {
    return unwritableOutput(file, error)
  }
}
