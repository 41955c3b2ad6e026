import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const TIMEOUT_MS = 10_000
/**
 * The repository is not trusted: it must not name programs for git to start, or claim that this folder is a repository.
 */
const careful = ['-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit', '--literal-pathspecs']

/** The entries that git considers not part of the repository, such as installed packages. */
export async function untrackedIn(folder: string, entries: readonly string[]): Promise<readonly string[]> {
  const there = entries.filter((entry) => existsSync(join(folder, entry)))
  const known = await Promise.all(there.map((entry) => isUntracked(folder, entry)))
  return there.filter((_, index) => known[index])
}

/** Only if git says so: without git, or outside a repository, its origin is unknown. */
function isUntracked(folder: string, entry: string): Promise<boolean> {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = { ...Object.fromEntries(variables), GIT_OPTIONAL_LOCKS: '0' }
  const options = { cwd: folder, env, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' } as const
  return new Promise((resolve) => {
    const answer = (error: Error | null, stdout: string) => resolve(error === null && stdout === '')
    execFile('git', [...careful, 'ls-files', '-z', '--', entry], options, answer).stdin?.end()
  })
}
