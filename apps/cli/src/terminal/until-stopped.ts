import { countText } from '@convene/domain'
import type { CliProgram } from '../program.ts'

/** The work of a process that runs other people's sessions, and how to stop its services. */
export type Hosting = {
  readonly ended: Promise<unknown>
  /** Says that it runs. A program that waits for these words may ask it to stop at once, and it ends cleanly. */
  announce?(): void | Promise<void>
  stop(): void | Promise<void>
}

/**
 * Resolves when the work has ended. If the process is asked to stop first, calls in progress may finish, so the next
 * process does not pay for them again. Asked a second time, it ends at once.
 */
export async function untilStopped(program: CliProgram, { ended, announce, stop }: Hosting): Promise<void> {
  const requests = [Promise.withResolvers<'stopped'>(), Promise.withResolvers<'stopped'>()] as const
  let count = 0
  const deafen = program.interrupts.listen(() => requests[count++ === 0 ? 0 : 1].resolve('stopped'))
  // Nothing else keeps the process alive while no client is connected.
  const hold = setInterval(() => undefined, 60_000)
  try {
    await announce?.()
    if ((await Promise.race([ended, requests[0].promise])) !== 'stopped') return
    await stop()
    await Promise.race([drain(program), requests[1].promise])
  } finally {
    clearInterval(hold)
    deafen()
  }
}

async function drain(program: CliProgram): Promise<void> {
  const engine = await program.engine()
  const { stopGrace } = (await program.settings()).settings.server
  if (engine.live > 0)
    program.terminal.err.write(
      `Finishing calls in ${countText(engine.live, 'session')}, for at most ${stopGrace} s. To stop now, interrupt again.\n`,
    )
  await engine.drain(stopGrace * 1_000)
}
