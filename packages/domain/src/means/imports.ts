import { joinedPath } from './joined-path.ts'
import { configures } from './test-files.ts'

const PYTHON = /\.py$/u
const RELATIVE = /\b(?:from|import|require|resolve|mock|URL)\b ?\(? ?['"`](\.{1,2}\/[^'"`\n]{1,200})['"`]/gu
/** What a runner must load. Other paths in its configuration are those of what it tests. */
const CHOSEN =
  /\b(?:setup\w{0,20}|global(?:Setup|Teardown)|preset|extends|reporters?|runner|testRunner|\w{0,20}[eE]nvironment|transform|plugins|resolver|\w{0,20}[sS]erializers)["']?\s{0,9}:\s{0,9}(\[[^\]]{0,600}\]|\{[^}]{0,600}\}|['"][^'"\n]{1,200}['"])/gu
const LOADED = /['"`](?:<rootDir>\/|(?=\.{1,2}\/))([^'"`\n]{1,200})['"`]/gu
const LOADING: readonly (readonly [RegExp, RegExp])[] = [
  [/\.(?:[cm]?[jt]sx?|vue|svelte)$/u, RELATIVE],
  [/\.rb$/u, /\brequire_relative[ (]{1,2}['"]([^'"\n]{1,200})['"]/gu],
  [/\.php$/u, /\b(?:require|include)(?:_once)?\b[^'"\n]{0,40}['"]\/?([^'"\n]{1,200})['"]/gu],
  [/\.(?:c|h|cc|cpp|hpp)$/u, /^#include "([^"\n]{1,200})"/gmu],
]
const FROM = /^[ \t]{0,40}from (\.{0,9})([\w.]{0,200}) import ([\w, ]{0,400})/gmu
const IMPORT = /^[ \t]{0,40}import ([\w., ]{1,400})/gmu
const MOST = 200

/** What a source file or the configuration of a runner loads from the workspace, as names without an ending. */
export function importsIn(path: string, content: string): readonly string[] {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  const found = new Set<string>()
  for (const name of namesIn(path, content, folder)) {
    if (name !== '') found.add(bareName(name))
    if (found.size >= MOST) break
  }
  return [...found]
}

/** A file's name, as programs write it to load the file. */
export const bareName = (path: string): string =>
  path.replace(/\.[^./]+$/u, '').replace(/\/(?:index|__init__|__main__|mod)$/u, '')

const namesIn = (path: string, content: string, folder: string): readonly string[] => [
  ...pathsIn(path, content).map((name) => joinedPath(folder, name)),
  ...(PYTHON.test(path) ? modulesIn(content, folder) : []),
]

function pathsIn(path: string, content: string): readonly string[] {
  const named = (sign: RegExp, text = content) => [...text.matchAll(sign)].map(([, name = '']) => name)
  const chosen = configures(path) ? named(CHOSEN).flatMap((part) => named(LOADED, part)) : []
  return [...LOADING.flatMap(([ending, sign]) => (ending.test(path) ? named(sign) : [])), ...chosen]
}

/** A module is looked up next to the program, and from the top. */
function* modulesIn(content: string, folder: string): Iterable<string> {
  for (const [, dots = '', module = '', names = ''] of content.matchAll(FROM)) {
    const from = module.replaceAll('.', '/')
    const bases = dots === '' ? ['', folder] : [joinedPath(folder, '../'.repeat(dots.length - 1))]
    for (const base of bases)
      for (const name of ['', ...wordsOf(names)]) yield joinedPath(base, [from, name].filter(Boolean).join('/'))
  }
  for (const [, names = ''] of content.matchAll(IMPORT))
    for (const name of wordsOf(names))
      for (const base of ['', folder]) yield joinedPath(base, name.replaceAll('.', '/'))
}

const wordsOf = (names: string): readonly string[] =>
  names
    .split(',')
    .map((name) => name.trim().split(' ', 1)[0] ?? '')
    .filter((name) => name !== '')
