import type { Acting } from './acting.ts'
import { changesTree, isBroad } from './broad.ts'
import { filePath } from './file-path.ts'

const MOST_FILES = 30

/** Files and addresses that programs of a line read, write, move and get. What failed changed nothing for certain. */
export function filesOf(parts: readonly Acting[], { ok, output }: { readonly ok: boolean; readonly output: string }) {
  const read = parts.filter(({ kind }) => kind === 'reads').flatMap(({ words }) => words.slice(1))
  const into = parts.flatMap(({ segment }) => segment.into)
  const moved = parts.filter(({ kind }) => kind === 'moves')
  const edited = parts.filter(
    ({ words }) => /^(?:sed|perl)$/u.test(words[0] ?? '') && words.some((word) => /^-\w*i/u.test(word)),
  )
  const written = [
    ...into,
    ...edited.flatMap(({ words }) => words.slice(1)),
    ...moved.flatMap(({ words }) => writtenBy(words)),
  ]
  const removed = moved.flatMap(({ words }) => removedBy(words))
  const url = parts
    .filter(({ kind }) => kind === 'fetch')
    .flatMap(({ words }) => words.filter((word) => /^(?:https?:\/\/|localhost|127\.|\[::1\])/u.test(word)))[0]
  const near = [...output.slice(0, 20_000).matchAll(/^([\w@./-]{1,160}\.\w{1,8})(?=[:-]\d)/gmu)].map(
    ([, path = '']) => path,
  )
  const changes = moved.some(changesTree)
  return {
    ...listed('read', read),
    ...listed('near', near),
    ...(ok ? { ...listed('wrote', written), ...listed('removed', removed) } : {}),
    ...(url !== undefined && { url: url.slice(0, 200) }),
    ...(changes && ok && { changes }),
    ...(parts.some(isBroad) && { isBroad: true }),
  }
}

function listed<K extends string>(key: K, names: readonly string[]): { readonly [key in K]?: readonly string[] } {
  const paths = [...new Set(names.flatMap((name) => filePath(name) ?? []))].slice(0, MOST_FILES)
  const found: { [key in K]?: readonly string[] } = {}
  if (paths.length > 0) found[key] = paths
  return found
}

function writtenBy(words: readonly string[]): readonly string[] {
  const [program, ...rest] = words
  const names = rest.filter((word) => !word.startsWith('-'))
  if (program === 'mv' || program === 'cp' || program === 'install' || program === 'ln') return copied(names)
  if (program === 'git') return rest[0] === 'mv' ? copied(names.slice(1)) : []
  return program === 'rm' || program === 'unlink' ? [] : names
}

/** The target, or what it contains afterwards if it is a folder. */
function copied(names: readonly string[]): readonly string[] {
  const target = names.at(-1) ?? ''
  const inside = names.slice(0, -1).map((name) => `${target.replace(/\/$/u, '')}/${name.split('/').at(-1)}`)
  return names.length < 2 ? [] : [target, ...inside]
}

function removedBy(words: readonly string[]): readonly string[] {
  const [program, ...rest] = words
  const names = rest.filter((word) => !word.startsWith('-'))
  if (program === 'rm' || program === 'unlink') return names
  if (program === 'mv') return names.slice(0, -1)
  if (program === 'git' && (rest[0] === 'rm' || rest[0] === 'mv'))
    return rest[0] === 'rm' ? names.slice(1) : names.slice(1, -1)
  return []
}
