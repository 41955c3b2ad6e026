import type { Event } from '@convene/domain'
import type { Shown } from './shown.ts'

/** Shows the files that a run has read or changed, each once. */
export function filesShown(): (event: Event) => readonly Shown[] {
  const read = new Map<string, string>()
  const shown = new Set<string>()
  const once = (path: string | undefined, isChanged: boolean): readonly Shown[] => {
    const key = `${isChanged} ${path}`
    if (path === undefined || shown.has(key)) return []
    shown.add(key)
    return [{ kind: 'file', path, isChanged }]
  }
  return (event) => {
    if (event.type === 'tool.called' && event.data.tool === 'read') {
      const [file] = event.data.resources
      if (file) read.set(event.data.call, file.absolute ?? file.target)
    }
    if (event.type === 'tool.finished' && event.data.ok) return once(read.get(event.data.call), false)
    if (event.type === 'artifact' && event.data.kind === 'diff') return once(event.data.path, true)
    return []
  }
}
