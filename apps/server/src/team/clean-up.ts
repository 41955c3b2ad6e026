import { cleanUpWorker, type Program } from '@convene/host'

const HOUR_MS = 60 * 60 * 1_000

/** Only one server at a time cleans the database, and each cleans its own data folder. Retries failures hourly. */
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
