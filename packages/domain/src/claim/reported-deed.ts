import type { ReportedStep } from '../tool/tool.ts'
import type { Deed } from './deed.ts'
import { readCommandLine } from './read-command-line.ts'

const LONGEST_LINE = 300
const CHANGES: readonly string[] = ['edit', 'move']
/** Kinds that say everything about a step. */
const PLAIN: readonly string[] = ['read', 'search', 'think', 'edit', 'delete', 'fetch']

/** A step as its agent reports it. It counts as said. */
export function reportedDeed(step: ReportedStep): Pick<Deed, 'ok' | 'reported'> & Partial<Deed> {
  const { kind, ok, command, paths = [], url, output = '' } = step
  const isPlain = command !== undefined || PLAIN.includes(kind)
  return {
    ok,
    reported: true,
    ...touched(kind, paths),
    ...(url !== undefined && { url }),
    ...(!isPlain && { opaque: true }),
    ...(command !== undefined && { line: command.slice(0, LONGEST_LINE), ...readCommandLine(command, { ok, output }) }),
  }
}

function touched(kind: string, paths: readonly string[]): Pick<Deed, 'read' | 'wrote' | 'removed'> {
  if (paths.length === 0) return {}
  if (kind === 'delete') return { removed: paths }
  return CHANGES.includes(kind) ? { wrote: paths } : { read: paths }
}
