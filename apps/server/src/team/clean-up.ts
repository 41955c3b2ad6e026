import { cleanUpWorker, type Program } from '@convene/host'

const HOUR_MS = 60 * 60 * 1_000

/** Every server tries, and one does it. Each cleans its own data folder. A failure is left to the next time. */
export function cleanUpHourly(program: Program): () => void {
  const cleanUp = async () => void (await (await program.store()).team?.cleanUp(program.now()))
  const tried = () => {
    for (const work of [cleanUp, () => cleanUpWorker(program)]) void work().catch(() => undefined)
  }
  tried()
  const timer = setInterval(tried, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
