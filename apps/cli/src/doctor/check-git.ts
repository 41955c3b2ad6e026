import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { DoctorCheck } from '@convene/host'
import { whyFailed } from '@convene/tools'

/** Git is optional, but worktrees need it and file changes are safer with it. */
export async function checkGit(): Promise<DoctorCheck> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { timeout: 5_000 })
    return { state: 'good', what: 'git', found: stdout.trim().replace(/^git version /u, '') }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT')
      return { state: 'note', what: 'git', found: `does not start: ${whyFailed(error)}` }
    return { state: 'note', what: 'git', found: 'not found', fix: 'Install git to see and undo what agents change.' }
  }
}
