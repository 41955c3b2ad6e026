import { devNull } from 'node:os'
import { delimiter, isAbsolute } from 'node:path'

/** A configuration entry that overrides the repository's own. */
export type Override = readonly [key: string, value: string]

/** Every repository setting that could start a program, reach the network, or write to unexpected places. */
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

/** The complete environment for a git that must start no other program. All it inherits from us is the program path. */
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

/** Overrides that disable the programs a repository's own configuration defines under arbitrary names. */
export function overridesFor(keys: readonly string[]): readonly Override[] {
  return keys.flatMap((key): Override[] => {
    const [, section = '', name = '', last = ''] = /^([^.]+)\.(.*)\.([^.]+)$/s.exec(key) ?? []
    if (section === 'filter') return [[`filter.${name}.${last}`, last === 'required' ? 'false' : '']]
    if (section === 'diff' && (last === 'command' || last === 'textconv')) return [[key, '']]
    if (section === 'merge' && last === 'driver') return [[key, 'false']]
    if (section === 'hook')
      return [
        [`hook.${name}.enabled`, 'false'],
        [`hook.${name}.command`, 'true'],
      ]
    return []
  })
}
