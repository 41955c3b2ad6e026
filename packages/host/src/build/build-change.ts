import { readFile, realpath } from 'node:fs/promises'
import { type Event, type FilePatch, noBuild, ok, type Result, readPatch, type Session } from '@convene/domain'
import { namedHunks } from '@convene/reading'
import { type BuildChange, builds, resolvePath } from '@convene/tools'
import type { Program } from '../program.ts'
import { type ChangedFile, recordedFiles } from './recorded-files.ts'

/** What a session's newest run has changed, wherever its changes are. */
export type SessionChange = Pick<BuildChange, 'lines'> & {
  readonly place: 'worktree' | 'workspace'
  readonly base: BuildChange['base'] | null
  readonly patch: string
  readonly files: readonly ChangedFile[]
}

/** In a worktree, git says what was changed. In the workspace, the log does. */
export async function sessionChange(
  program: Program,
  session: Session,
  events: readonly Event[],
): Promise<Result<SessionChange>> {
  const { name, tree, undone } = session.build ?? noBuild
  if (name === null) return ok(inWorkspace(session, events))
  const change = await builds(program.home).changeOf({ session: session.id, agent: name }, tree)
  if (!change.ok) return change.refusal.code === 'no_worktree' ? ok(nothingYet) : change
  const { kept, open, whole, base, lines } = change.value
  const rest = readPatch(open).map((file) => fileOf(file, (id) => (undone.includes(id) ? 'undone' : 'open')))
  const files = joined(
    readPatch(kept).map((file) => fileOf(file, () => 'kept')),
    rest,
  )
  return ok({ place: 'worktree', base, patch: whole, files, lines })
}

const nothingYet: SessionChange = {
  place: 'worktree',
  base: null,
  patch: '',
  files: [],
  lines: async () => undefined,
}

type HunkState = ChangedFile['hunks'][number]['state']

const fileOf = (file: FilePatch, stateOf: (id: string) => HunkState): ChangedFile => ({
  ...file,
  hunks: namedHunks(file).map((hunk) => ({ ...hunk, state: stateOf(hunk.id) })),
})

/** A file that is kept in part has hunks of both kinds, in the order of their lines. */
function joined(kept: readonly ChangedFile[], open: readonly ChangedFile[]): readonly ChangedFile[] {
  const files = new Map(kept.map((file) => [file.path, file]))
  for (const file of open) {
    const before = files.get(file.path)
    files.set(file.path, before ? bothOf(before, file) : file)
  }
  return [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

const bothOf = (kept: ChangedFile, open: ChangedFile): ChangedFile => ({
  ...open,
  status: open.status === 'deleted' ? 'deleted' : kept.status,
  added: kept.added + open.added,
  removed: kept.removed + open.removed,
  hunks: [...kept.hunks, ...open.hunks].sort((one, other) => one.newStart - other.newStart),
})

/** Each recorded change is in the files already, so it counts as kept until it is reverted. */
function inWorkspace(session: Session, events: readonly Event[]): SessionChange {
  const changes = recordedFiles(session, events)
  const patch = [...new Map(changes.map(({ seq, text }) => [seq, text])).values()].join('\n')
  const merged = new Map<string, ChangedFile>()
  for (const { file } of changes) {
    const before = merged.get(file.path)
    merged.set(file.path, before ? bothOf(before, file) : file)
  }
  return { place: 'workspace', base: null, patch, files: [...merged.values()], lines: linesIn(session.workspace) }
}

const linesIn =
  (workspace: string): SessionChange['lines'] =>
  async (path, side) => {
    if (side === 'old') return undefined
    const root = await realpath(workspace).catch(() => undefined)
    const place = root === undefined ? undefined : await resolvePath(root, path)
    if (!place?.ok || place.value.inside === undefined || place.value.kind !== 'file') return undefined
    const text = await readFile(place.value.real, 'utf8').catch(() => undefined)
    return text?.split(/\r?\n/u)
  }
