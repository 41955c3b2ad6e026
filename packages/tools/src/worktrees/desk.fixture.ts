import { realpathSync } from 'node:fs'
import type { Result, SessionId } from '@convene/domain'
import { folderOf, repositoryWith } from '@convene/testkit'
import { worktrees } from './worktrees.ts'

export const session = '01J00000000000000000000000' as SessionId
export const ada = { session, agent: 'ada' }
export const bert = { session, agent: 'bert' }

export const newHome = () => realpathSync(folderOf())

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}

export const refusalOf = (result: Result<unknown>) => (result.ok ? '' : result.refusal.message)

/** A home, and a workspace with one commit. */
export async function desk(
  files: { readonly [path: string]: string } = { 'a.txt': 'one\ntwo\nthree\n', 'src/b.txt': 'b\n' },
) {
  const [home, workspace] = [newHome(), repositoryWith(files)]
  const trees = worktrees(home)
  return { home, workspace, trees, enter: async (who = ada) => value(await trees.enter(who, workspace)) }
}
