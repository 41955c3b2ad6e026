import type { Program } from '@convene/host'

/** Whether this process is working on a run. Other processes' runs do not count. */
export const isRunning = async (program: Program): Promise<boolean> => (await program.engine()).here().length > 0

type Notice = (text: string) => void

/**
 * Pauses this process's runs at their last completed step, until the data folder is opened again. A run that cannot be
 * paused does not affect the others.
 */
export async function pauseRuns(program: Program, notice: Notice): Promise<void> {
  const engine = await program.engine()
  const paused = await Promise.allSettled(engine.here().map((session) => engine.send(session, { type: 'pause' })))
  const failed = paused.filter(({ status }) => status === 'rejected').length
  if (failed === 0) return
  const runs =
    failed === 1 ? '1 run could not be paused and continues' : `${failed} runs could not be paused and continue`
  notice(`${runs} the next time you open Convene.`)
}

/**
 * Closing a window pauses nothing: this process's runs continue in the background until they end or need the user. A
 * run that fails ends alone.
 */
export async function untilRested(program: Program, notice: Notice): Promise<void> {
  const engine = await program.engine()
  const { length } = engine.here()
  if (length === 0) return
  const runs = length === 1 ? '1 run continues' : `${length} runs continue`
  notice(
    `${runs} in the background. Ctrl+C exits without pausing. Unfinished runs resume the next time you open Convene.`,
  )
  while (engine.here().length > 0) await Promise.allSettled(engine.here().map((session) => engine.rested(session)))
}
