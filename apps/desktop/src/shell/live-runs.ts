import type { Program } from '@convene/program'

/** Whether this process works on something. What other processes do is theirs. */
export const isRunning = async (program: Program): Promise<boolean> => (await program.engine()).here().length > 0

/** Pauses what this process runs, at its last completed step: it waits there for whoever opens the data folder next. */
export async function pauseRuns(program: Program): Promise<void> {
  const engine = await program.engine()
  await Promise.all(engine.here().map((session) => engine.send(session, { type: 'pause' })))
}

/** Closing a window pauses nothing: what this process runs goes on in the background until it ends or needs a person. */
export async function untilRested(program: Program, notice: (text: string) => void): Promise<void> {
  const engine = await program.engine()
  const { length } = engine.here()
  if (length === 0) return
  const runs = length === 1 ? 'One run goes' : `${length} runs go`
  notice(`${runs} on in the background until done. Ctrl+C pauses nothing: \`convene\` finds them again.`)
  while (engine.here().length > 0) await Promise.all(engine.here().map((session) => engine.rested(session)))
}
