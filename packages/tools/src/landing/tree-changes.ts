import { isUtf8 } from 'node:buffer'
import { type LandingConflict, ok, type Result } from '@convene/domain'
import type { Trees } from '../build/trees.ts'

/** How a file differs between two trees. Null: it is not there. */
export type TreeChange = { readonly path: string; readonly before: string | null; readonly after: string | null }

const NOTHING = '000000'
const SUBMODULE = '160000'

/** The files that differ between two trees, with their modes. */
export async function treeChanges({ git }: Trees, from: string, to: string): Promise<Result<readonly TreeChange[]>> {
  const said = await git(['diff-tree', '-r', '--raw', '-z', '--no-renames', '--no-abbrev', from, to])
  if (!said.ok) return said
  // Each byte is a letter, so that names that are not UTF-8 stay different.
  const parts = said.value.toString('latin1').split('\0')
  const changes: TreeChange[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [before = NOTHING, after = NOTHING] = (parts[at] ?? '').slice(1).split(' ')
    changes.push({ path: parts[at + 1] ?? '', before: modeOf(before), after: modeOf(after) })
  }
  return ok(changes)
}

const modeOf = (mode: string): string | null => (mode === NOTHING ? null : mode)

/** The same change with its name in UTF-8. */
export const named = (change: TreeChange): TreeChange => ({
  ...change,
  path: Buffer.from(change.path, 'latin1').toString('utf8'),
})

/** Changes that cannot be made in a folder. */
export const unwritable = (changes: readonly TreeChange[]): readonly LandingConflict[] =>
  changes.flatMap((change) => {
    const { path } = named(change)
    if (change.before === SUBMODULE || change.after === SUBMODULE)
      return [{ path, reason: 'it is a repository inside the repository, which is not merged' }]
    if (!isUtf8(Buffer.from(change.path, 'latin1'))) return [{ path, reason: 'its name is not valid UTF-8' }]
    return []
  })
