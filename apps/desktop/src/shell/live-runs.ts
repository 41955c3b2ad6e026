import type { SessionId } from '@convene/domain'
import type { Program } from '@convene/program'

const MOST_SESSIONS = 10_000

/** The runs that this process works on now. */
async function liveRuns(program: Program): Promise<readonly SessionId[]> {
  const { log } = await program.store()
  const rows = await log.list({ active: true, limit: MOST_SESSIONS })
  return rows.filter(({ asks }) => asks === 0).map(({ id }) => id)
}

/** Pauses what runs: it waits where it is for whoever opens the data folder next. */
export async function pauseRuns(program: Program): Promise<void> {
  const engine = await program.engine()
  await Promise.all((await liveRuns(program)).map((session) => engine.send(session, { type: 'pause' })))
  await Promise.all((await liveRuns(program)).map((session) => engine.rested(session)))
}

/** Closing a window pauses nothing: what runs goes on in the background until it ends or needs a person. */
export async function untilRested(program: Program, notice: (text: string) => void): Promise<void> {
  const engine = await program.engine()
  const running = await liveRuns(program)
  if (running.length === 0) return
  const runs = running.length === 1 ? 'One run goes' : `${running.length} runs go`
  notice(`${runs} on in the background until done. Ctrl+C pauses nothing: \`convene\` finds them again.`)
  await Promise.all(running.map((session) => engine.rested(session)))
}
