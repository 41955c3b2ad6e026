import { statSync } from 'node:fs'
import { StorageFailure } from '@convene/engine'

/** What tells the file at a path from another that took its place. */
export function fileAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

/** A file that was deleted, or set aside by a process that found it damaged, still takes writes, which nobody would see again. */
export function refuseMoved({ path, file }: { readonly path: string; readonly file: number | undefined }): void {
  if (fileAt(path) === file) return
  const sentence = `${path} was moved or deleted while it was open, so nothing more is stored in it. What was stored before is in the file, wherever it is now. Put it back, or start again.`
  throw new StorageFailure('moved', sentence)
}
