import type { Files } from '@convene/engine'

/** Texts by relative path, with `/`. */
export type MemoryWorkspace = { readonly [path: string]: string }

/** Files in memory: every workspace shows the same map. */
export function memoryFiles(files: MemoryWorkspace): Files {
  const shown = Object.keys(files).filter(isShown).sort(nearestFirst)
  return {
    list: async (_workspace, limit) => shown.slice(0, limit),
    read: async (_workspace, path, maxBytes) => {
      const text = isInside(path) && Object.hasOwn(files, path) ? files[path] : undefined
      return text === undefined ? undefined : cut(text, maxBytes)
    },
  }
}

const isInside = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..')

const isShown = (path: string): boolean =>
  isInside(path) && !path.split('/').some((name) => name.startsWith('.') || name === 'node_modules')

const depth = (path: string): number => path.split('/').length

const nearestFirst = (one: string, other: string): number =>
  depth(one) - depth(other) || (one < other ? -1 : one > other ? 1 : 0)

/** Cuts between characters: half a character would read as a replacement character. */
function cut(text: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= maxBytes) return text
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true })
}
