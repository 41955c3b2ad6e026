import { spawn } from 'node:child_process'
import { ownSystem } from '../system/system.ts'

/** How processes are ended on a system. */
type Signals = {
  readonly platform: string
  kill(pid: number, signal: NodeJS.Signals): void
  start(program: string, args: readonly string[]): void
}

/** How to end a program and everything it started. Without groups, they die only if we live long enough to do it. */
export type TreeControl = { readonly isGroup: boolean; kill(pid: number): void }

/** By process group on Linux and macOS. Windows has no groups, but a program for it. */
export function treeControl(system: Signals = ownSignals): TreeControl {
  if (system.platform === 'win32')
    return { isGroup: false, kill: (pid) => system.start('taskkill', ['/pid', String(pid), '/T', '/F']) }
  return {
    isGroup: true,
    kill: (pid) => {
      try {
        system.kill(-pid, 'SIGKILL')
      } catch {
        // Already gone.
      }
    },
  }
}

const ownSignals: Signals = {
  platform: ownSystem.name,
  kill: (pid, signal) => process.kill(pid, signal),
  start: (program, args) => spawn(program, args, { stdio: 'ignore', windowsHide: true }).on('error', () => {}),
}
