import { execFileSync } from 'node:child_process'

/**
 * Vitest calls this before it starts the workers. Most tests of commands need bubblewrap, and workers that installed it
 * at the same time would find the package manager locked, and silently leave their tests out.
 */
export function setup(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || succeeds('bwrap', '--version')) return
  if (succeeds('apt-get', ...INSTALL)) return
  // A new machine has no package lists yet.
  if (succeeds('apt-get', 'update', '-q')) succeeds('apt-get', ...INSTALL)
}

const INSTALL = ['install', '-y', '-q', '-o', 'DPkg::Lock::Timeout=60', 'bubblewrap']

/** Without a network or apt, the tests that need it are skipped, and say why. */
function succeeds(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
