import { resolve } from 'node:path'
import type { DoctorCheck } from '@convene/host'
import { askGit } from '@convene/platform'

/** Git is optional, but worktrees need it and file changes are safer with it. */
export async function checkGit(): Promise<DoctorCheck> {
  const said = await askGit({ args: ['version'], folder: resolve('/') })
  if (said.ok) return { state: 'good', what: 'git', found: said.value.replace(/^git version /u, '') }
  if (!said.refusal.message.includes('ENOENT')) return { state: 'note', what: 'git', found: said.refusal.message }
  return { state: 'note', what: 'git', found: 'not found', fix: 'Install git to see and undo what agents change.' }
}
