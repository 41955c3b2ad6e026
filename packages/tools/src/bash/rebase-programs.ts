import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kindOfPath } from './kind-of.ts'

const LONGEST = 1_000_000

/** The lines of an interrupted rebase that would run programs, and the path they are in. */
export type RebasePrograms = { readonly path: string; readonly lines: readonly string[] }

/**
 * The programs that `git rebase --continue` would run in a git folder, outside any sandbox. Anything but a plain file
 * counts as a program, because it could be changed later from elsewhere.
 */
export function rebasePrograms(folder: string): RebasePrograms {
  const state = join(folder, 'rebase-merge')
  const todo = join(state, 'git-rebase-todo')
  for (const [path, plain] of [
    [state, 'folder'],
    [todo, 'file'],
  ] as const) {
    const kind = kindOfPath(path)
    if (kind === 'nothing') return { path, lines: [] }
    if (kind !== plain) return { path, lines: [`a ${kind}`] }
  }
  return { path: todo, lines: linesOf(todo) }
}

function linesOf(todo: string): readonly string[] {
  try {
    if (lstatSync(todo).size > LONGEST) return ['too long to be read']
    return readFileSync(todo, 'utf8')
      .split(/[\r\n]+/u)
      .filter((line) => /^\s*(?:exec|x)(?:\s|$)/u.test(line))
  } catch {
    return ['not readable']
  }
}
