import type { SessionId } from '@convene/domain'
import { LogConflict } from '@convene/engine'
import { continueSession, type Program, reachesModels, statesOf } from '@convene/host'

/** More runs wait their turn, because each one takes memory and most call a model. */
const MOST_AT_ONCE = 100

/** Continues runs that no process works on: interrupted, handed over, or due. Returns a function that stops it. */
export function continueRuns(program: Program, mostAtOnce = MOST_AT_ONCE): () => void {
  let stop = () => {}
  let isOver = false
  const start = async () => {
    const { work } = await program.store()
    await program.engine()
    if (!isOver) stop = work.start((session) => continueRun(program, session), mostAtOnce)
  }
  start().catch((error) => warn(program, error))
  return () => {
    isOver = true
    stop()
  }
}

/** Resolves when the run leaves this process. Skips runs whose models only another process can reach. */
async function continueRun(program: Program, session: SessionId): Promise<void> {
  try {
    const [state] = await statesOf(program, [session])
    if (!state || !reachesModels(program, state.run)) return
    await continueSession(program, session)
  } catch (error) {
    if (!(error instanceof LogConflict)) await warn(program, error, session)
    throw error
  }
}

async function warn(program: Program, error: unknown, session?: SessionId): Promise<void> {
  const telemetry = await program.telemetry()
  telemetry.log('warn', 'continue_failed', String(error), session && { session })
}
