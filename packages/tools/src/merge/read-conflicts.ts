import type { LandingConflict } from '@convene/domain'

/**
 * Reads what `git merge-tree -z --name-only` says after the tree: the files, an empty part, then the messages. A message
 * is a count, that many paths, its kind and its text.
 */
export function conflictsIn(parts: readonly string[]): readonly LandingConflict[] {
  const end = parts.indexOf('')
  const files = end === -1 ? parts : parts.slice(0, end)
  const reasons = new Map<string, string>()
  let rest = end === -1 ? [] : parts.slice(end + 1)
  while (rest.length > 1) {
    const paths = Number(rest[0]) || 0
    const kind = rest[paths + 1] ?? ''
    if (kind.startsWith('CONFLICT'))
      for (const path of rest.slice(1, paths + 1)) if (!reasons.has(path)) reasons.set(path, reasonOf(kind))
    rest = rest.slice(paths + 3)
  }
  const named = files.map((path) => ({ path: ownName(path), reason: reasons.get(path) ?? reasonOf('') }))
  return [...new Map(named.map((each) => [each.path, each])).values()]
}

/** Git adds the commit's id to the name of a file that has become a folder on the other side. */
const ownName = (path: string): string => path.replace(/~[0-9a-f]{40,64}(?:_\d+)?$/u, '')

function reasonOf(kind: string): string {
  const known = words.find(([part]) => kind.includes(part))
  return known?.[1] ?? 'both sides changed it in different ways'
}

const words: readonly (readonly [string, string])[] = [
  ['(contents)', 'both sides changed the same lines'],
  ['(binary)', 'both sides changed it, and it is binary'],
  ['(modify/delete)', 'one side changed it, the other deleted it'],
  ['(rename/delete)', 'one side renamed it, the other deleted it'],
  ['(rename', 'both sides renamed it, or another file has its new name'],
  ['(add/add)', 'both sides added it with different content'],
  ['(file/directory)', 'it is a file on one side and a folder on the other'],
  ['(directory rename', 'one side renamed its folder'],
  ['(file location)', 'one side renamed its folder'],
  ['(distinct types)', 'it is a file on one side and a link on the other'],
  ['(submodule', 'submodules are not merged'],
]
