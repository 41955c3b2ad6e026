import type { Program } from '@convene/host'

/** Whether this process works on something. What other processes do is theirs. */
export const isRunning = async (program: Program): Promise<boolean> => (await program.engine()).here().length > 0

type Notice = (text: string) => void

/**
 * Pauses what this process runs, at its last completed step: it waits there for whoever opens the data folder next. One that
 * cannot be paused keeps no other from it.
 */
export async function pauseRuns(program: Program, notice: Notice): Promise<void> {
  const engine = await program.engine()
  const paused = await Promise.allSettled(engine.here().map((session) => engine.send(session, { type: 'pause' })))
  const failed = paused.filter(({ status }) => status === 'rejected').length
  if (failed === 0) return
  const runs = failed === 1 ? 'One run could not be paused: it goes' : `${failed} runs could not be paused: they go`
  notice(`${runs} on when Convene is opened next.`)
}

/**
 * Closing a window pauses nothing: what this process runs goes on in the background until it ends or needs a person. One that
 * fails ends alone.
 */
export async function untilRested(program: Program, notice: Notice): Promise<void> {
  const engine = await program.engine()
  const { length } = engine.here()
  if (length === 0) return
  const runs = length === 1 ? 'One run goes' : `${length} runs go`
  notice(`${runs} on in the background until done. Ctrl+C pauses nothing: \`convene\` finds them again.`)
  while (engine.here().length > 0) await Promise.allSettled(engine.here().map((session) => engine.rested(session)))
}
