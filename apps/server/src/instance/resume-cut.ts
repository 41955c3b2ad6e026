import { isBusy, type SessionId } from '@convene/domain'
import { type Program, reachesModels, statesOf } from '@convene/host'

const LOOK_AGAIN_MS = 15_000
const SOON_MS = 100
const MOST_SESSIONS = 10_000
/** Follow-ups are answered within minutes: older ones were left by users, not by a crash. */
const RECENT_SESSIONS = 50

/** Resumes runs without a process: interrupted or handed over. Checks whenever another process has written. */
export function resumeCutRuns(program: Program): () => void {
  const looked = new Map<SessionId, number>()
  let timer: NodeJS.Timeout | undefined
  let unwatch = () => {}
  let isOver = false
  const lookIn = (ms: number) => {
    clearTimeout(timer)
    if (isOver) return
    timer = setTimeout(() => void look(), ms)
    timer.unref()
  }
  const look = async () => {
    await resumeOnce(program, looked, () => isOver).catch(() => undefined)
    lookIn(LOOK_AGAIN_MS)
  }
  void program.store().then(({ log }) => {
    if (!isOver) unwatch = log.watch(() => lookIn(SOON_MS))
  })
  void look()
  return () => {
    isOver = true
    clearTimeout(timer)
    unwatch()
  }
}

/** Each session is checked once per state it is left in, until it is finished. */
async function resumeOnce(program: Program, looked: Map<SessionId, number>, isOver: () => boolean): Promise<void> {
  const { log, ownership } = await program.store()
  if (isOver()) return
  const engine = await program.engine()
  const active = await log.list({ active: true, limit: MOST_SESSIONS })
  const recent = await log.list({ limit: RECENT_SESSIONS })
  for (const { id, seq } of [...active, ...recent]) {
    if (looked.get(id) === seq || (await ownership.owned(id))) continue
    looked.set(id, seq)
    const isActive = active.some((row) => row.id === id)
    const [state] = await statesOf(program, [id])
    if (isOver()) return
    if (!state || !reachesModels(program, state.run)) continue
    if (isActive || (isBusy(state) && state.run?.phase !== 'paused')) await engine.resume(id)
  }
}
