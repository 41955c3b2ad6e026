import { spawnSync } from 'node:child_process'

/**
 * Files in the repository that are neither committed nor ignored. A test that leaves one changes what the next attempt
 * sees.
 */
export function leftInRepository(cwd: string): readonly string[] {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--untracked-files=all', '.'], {
    cwd,
    encoding: 'utf8',
  })
  return (stdout ?? '').split('\n').filter(Boolean)
}
