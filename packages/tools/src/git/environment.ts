import { devNull } from 'node:os'
import { delimiter, isAbsolute } from 'node:path'

/** One line of configuration that is stronger than what a repository says of itself. */
export type Override = readonly [key: string, value: string]

/** Every setting of a repository that could start a program, reach the network, or write where nobody looks. */
const always: readonly Override[] = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.splitIndex', 'false'],
  ['core.sparseCheckout', 'false'],
  ['core.safecrlf', 'false'],
  ['core.attributesFile', devNull],
  ['core.excludesFile', devNull],
  ['core.pager', 'cat'],
  ['core.editor', 'false'],
  ['core.askPass', 'false'],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', 'false'],
  ['core.alternateRefsCommand', 'false'],
  ['credential.helper', ''],
  ['protocol.allow', 'never'],
  ['diff.external', ''],
  ['diff.ignoreSubmodules', 'all'],
  ['diff.noprefix', 'false'],
  ['diff.mnemonicPrefix', 'false'],
  ['submodule.recurse', 'false'],
  ['apply.whitespace', 'nowarn'],
  ['apply.ignoreWhitespace', 'no'],
  ['worktree.useRelativePaths', 'false'],
  ['gc.auto', '0'],
  ['gc.recentObjectsHook', ''],
  ['maintenance.auto', 'false'],
]

/** The whole environment of a git that must run nothing but itself. Nothing of ours is passed on but where programs are. */
export function gitEnvironment(overrides: readonly Override[], path = process.env.PATH): Record<string, string> {
  const lines = [...always, ...overrides].flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    PATH: absoluteOnly(path ?? '/usr/local/bin:/usr/bin:/bin'),
    LC_ALL: 'C',
    HOME: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_CONFIG_COUNT: String(always.length + overrides.length),
    ...Object.fromEntries(lines),
  }
}

/** A relative entry would find a program named git in the repository itself. */
const absoluteOnly = (path: string): string => path.split(delimiter).filter(isAbsolute).join(delimiter)

/** What takes the programs away that a repository's own configuration names under free names. */
export function overridesFor(keys: readonly string[]): readonly Override[] {
  return keys.flatMap((key): Override[] => {
    const [, section = '', name = '', last = ''] = /^([^.]+)\.(.*)\.([^.]+)$/s.exec(key) ?? []
    if (section === 'filter') return [[`filter.${name}.${last}`, last === 'required' ? 'false' : '']]
    if (section === 'diff' && (last === 'command' || last === 'textconv')) return [[key, '']]
    if (section === 'merge' && last === 'driver') return [[key, 'false']]
    return []
  })
}
