import { type Event, type EventOf, type FilePatch, readPatch } from '@convene/domain'

/** Lines of a file as it is now, from 1 on, and the agent that wrote them. */
export type OwnedRange = { readonly agent: string; readonly from: number; readonly to: number }

type Owned = { readonly line: number; readonly agent: string }

/**
 * Who wrote which lines of which file, by the changes in the log: later changes move earlier lines. A file one of whose
 * changes was reverted or not kept has no ranges: nobody can say from the log where its lines are.
 */
export function lineOwners(events: readonly Event[]): ReadonlyMap<string, readonly OwnedRange[]> {
  const reverted = new Set(events.flatMap((event) => (event.type === 'artifact.reverted' ? [event.data.artifact] : [])))
  const files: Files = new Map()
  for (const event of events)
    if (event.type === 'artifact' && event.data.kind === 'diff') addDiff(files, event, reverted.has(event.data.id))
  return new Map([...files].map(([path, owned]) => [path, owned === null ? [] : rangesOf(owned)]))
}

/** Null: unknown from here on. */
type Files = Map<string, readonly Owned[] | null>

function addDiff(files: Files, { data, agent = '' }: EventOf<'artifact'>, isReverted: boolean): void {
  const { path: named, text } = data
  const patches = text === undefined ? [] : readPatch(text)
  if (patches.length === 0 && named !== undefined) files.set(named, null)
  for (const patch of patches) {
    const path = named ?? patch.path
    // The changes of a step repeat those of its calls.
    if (named === undefined && files.has(path)) continue
    const before = files.get(path)
    if (before === null || isReverted) files.set(path, null)
    else if (patch.status === 'deleted') files.delete(path)
    else files.set(path, afterPatch(before ?? [], patch, agent))
  }
}

/** What earlier lines have become, and the lines that this change adds. */
function afterPatch(before: readonly Owned[], { hunks }: FilePatch, agent: string): readonly Owned[] {
  const removed = new Set<number>()
  const added: number[] = []
  /** How far the lines from here on have moved. */
  const moves: { readonly from: number; readonly by: number }[] = []
  for (const { oldStart, oldLines, newStart, newLines, lines } of hunks) {
    // A side without lines names the one before.
    let [old, next] = [oldStart + Number(oldLines === 0), newStart + Number(newLines === 0)]
    for (const line of lines) {
      if (line.startsWith('+')) added.push(next++)
      else if (line.startsWith('-')) removed.add(old++)
      else if (!line.startsWith('\\')) {
        moves.push({ from: old, by: next - old })
        old += 1
        next += 1
      }
    }
    moves.push({ from: old, by: next - old })
  }
  const movedBy = (line: number): number => moves.findLast(({ from }) => from <= line)?.by ?? 0
  const kept = before
    .filter(({ line }) => !removed.has(line))
    .map((one) => ({ ...one, line: one.line + movedBy(one.line) }))
  return [...kept, ...added.map((line) => ({ line, agent }))].toSorted((one, other) => one.line - other.line)
}

function rangesOf(owned: readonly Owned[]): readonly OwnedRange[] {
  const ranges: OwnedRange[] = []
  for (const { line, agent } of owned) {
    const last = ranges.at(-1)
    if (last?.agent === agent && last.to + 1 === line) ranges[ranges.length - 1] = { ...last, to: line }
    else ranges.push({ agent, from: line, to: line })
  }
  return ranges
}
