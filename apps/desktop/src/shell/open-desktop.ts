import { join } from 'node:path'
import { nodeProcesses } from '@convene/platform'
import { callTo, type InstanceCalls, waitingCalls } from '../instance/calls.ts'
import { claimInstance, handOver } from '../instance/instance.ts'
import type { AppWindow } from '../window/window.ts'
import type { DesktopOptions } from './desktop-options.ts'
import { pauseRuns, untilRested } from './live-runs.ts'
import { showWindow } from './show-window.ts'

/** The result: the window was closed, another process has it and was sent there, or it could not be opened. */
export type DesktopEnd = 'closed' | 'handed over' | 'not opened'

/** Opens the only window of this data folder, and stays until it is closed and nothing runs here anymore. */
export async function openDesktop<Shown extends AppWindow>(options: DesktopOptions<Shown>): Promise<DesktopEnd> {
  const { program, path, calls = waitingCalls() } = options
  const folder = join(program.home, 'window')
  const processes = nodeProcesses()
  for (;;) {
    const instance = claimInstance({ folder, processes, hear: calls.hear })
    if (instance) return untilOver(options, folder, calls).finally(instance.release)
    const name = (await program.ids()).next()
    const heard = await handOver({ folder, processes, name, call: callTo(path) })
    // It exited before it heard us, so the folder is free.
    if (heard !== 'gone') return heard === 'heard' ? 'handed over' : 'not opened'
  }
}

/** Shows the window, and shows it again when a later start asks for it while runs continue behind a closed one. */
async function untilOver<Shown extends AppWindow>(
  options: DesktopOptions<Shown>,
  folder: string,
  calls: InstanceCalls,
): Promise<DesktopEnd> {
  const { program, stop, notice } = options
  const stopped = whenAborted(stop)
  let { path } = options
  for (let isFirst = true; ; isFirst = false) {
    const left = await showWindow({ ...options, path }, folder, calls)
    if (left === 'not opened' && isFirst) return left
    if (left === 'not opened') notice('The window did not open again.')
    if (stop?.aborted) return 'closed'
    if (left === 'pause') {
      await pauseRuns(program, notice)
      return 'closed'
    }
    await Promise.race([untilRested(program, notice), calls.kept(), stopped])
    const call = calls.take()
    if (!call || stop?.aborted) return 'closed'
    path = call.path
  }
}

/** Resolves on a stop request, otherwise never. */
const whenAborted = (stop: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (stop?.aborted) resolve()
    else stop?.addEventListener('abort', () => resolve(), { once: true })
  })
