import { cleanUpWorker } from '@convene/host'
import { removeIdleClones } from '../cleanup/idle-clones.ts'
import type { TeamProgram } from '../program.ts'

const HOUR_MS = 60 * 60 * 1_000

/** Only one server at a time cleans the database, and each cleans its own data folder. Retries failures hourly. */
export function cleanUpHourly(program: TeamProgram): () => void {
  const cleanUp = async () => void (await (await program.team()).cleanUp(program.now()))
  const cleanUpFolder = async () => {
    if ((await cleanUpWorker(program)) !== 'done') return
    const { ownership } = await program.team()
    await removeIdleClones({ home: program.home, ownership, now: () => program.now() })
  }
  const tried = () => {
    for (const work of [cleanUp, cleanUpFolder]) void work().catch(() => undefined)
  }
  tried()
  const timer = setInterval(tried, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
