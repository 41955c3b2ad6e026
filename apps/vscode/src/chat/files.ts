import type { Event } from '@convene/domain'
import type { ResponsePart } from './response-part.ts'

/** The files of a run, each once: those it reads as it reads them, and those it changed at its end. */
export type ChatFiles = { tell(event: Event): readonly ResponsePart[]; changed(): readonly ResponsePart[] }

export function filesShown(): ChatFiles {
  const read = new Map<string, string>()
  const shown = new Set<string>()
  const written = new Set<string>()
  const once = (path: string | undefined): readonly ResponsePart[] => {
    if (path === undefined || shown.has(path)) return []
    shown.add(path)
    return [{ kind: 'file', path }]
  }
  const tell = (event: Event): readonly ResponsePart[] => {
    if (event.type === 'tool.called' && event.data.tool === 'read') {
      const [file] = event.data.resources
      if (file) read.set(event.data.call, file.absolute ?? file.target)
    }
    if (event.type === 'tool.finished' && event.data.ok) return once(read.get(event.data.call))
    if (event.type === 'artifact' && event.data.kind === 'diff' && event.data.path) written.add(event.data.path)
    return []
  }
  return { tell, changed: () => (written.size === 0 ? [] : [{ kind: 'changed', paths: [...written] }]) }
}
