import type { Resource } from '@convene/domain'
import { insideOf } from '../path/resolve-path.ts'
import { holdsSecrets } from '../path/sensitive.ts'
import { pathsAmong, type UsedArgument } from '../shell/argument-paths.ts'
import type { ToolContext } from '../tool.ts'

/**
 * Paths outside the workspace and files with secrets that a command's arguments name. Without a sandbox, nothing else
 * keeps the command away from them, and a rule that allows the program does not cover its arguments.
 */
export function namedFiles(used: readonly UsedArgument[], { workspace }: ToolContext): readonly Resource[] {
  return pathsAmong(used).flatMap((path): readonly Resource[] => {
    const inside = insideOf(workspace, path)
    const outside: readonly Resource[] =
      inside === undefined ? [{ permission: 'external_directory', target: path, note: 'Named by an argument.' }] : []
    if (!holdsSecrets(inside ?? path)) return outside
    const target = { target: inside ?? path, ...(inside !== undefined && { absolute: path }) }
    const note = 'It may contain keys or credentials, and an argument names it.'
    return [{ permission: 'read', ...target, verdict: 'ask', note }, ...outside]
  })
}
