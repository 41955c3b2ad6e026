import { statSync } from 'node:fs'
import { StorageFailure } from '@convene/engine'

/** The file's identity, to tell it from another that took its path. */
export function fileAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

/**
 * A file that was deleted, or set aside by a process that found it damaged, still accepts writes, which would be lost.
 */
export function refuseMoved({ path, file }: { readonly path: string; readonly file: number | undefined }): void {
  if (fileAt(path) === file) return
  const sentence = `${path} was moved or deleted while it was open, so nothing more is stored in it. Earlier data is in that file, wherever it is now. Put it back, or restart Convene.`
  throw new StorageFailure('moved', sentence)
}
