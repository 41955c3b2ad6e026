import type { AgentProcess } from './agent-process.ts'

/** A process that was idle for this long is ended. Its sessions are reopened when needed. */
const IDLE_MS = 15 * 60_000

type Running = { readonly process: Promise<AgentProcess>; timer: NodeJS.Timeout | undefined; users: number }

/** Starts a process. The signal ends it while it starts. */
type Start = (closing: AbortSignal) => Promise<AgentProcess>

export type AgentPool = {
  /** The process for this place, started if there is none, and reserved until `release` is called. */
  take(place: string, start: Start): Promise<{ readonly process: AgentProcess; release(): void }>
  close(): Promise<void>
}

/** Running agents: one process per place, for any number of conversations. */
export function agentPool(): AgentPool {
  const running = new Map<string, Running>()
  const closing = new AbortController()
  const forget = (place: string, one: Running) => running.get(place) === one && running.delete(place)
  const found = async (place: string, start: Start): Promise<Running> => {
    const known = running.get(place)
    if (known && (await known.process).ending() === undefined) return known
    if (known) forget(place, known)
    const other = running.get(place)
    if (other) return other
    const made: Running = { process: start(closing.signal), timer: undefined, users: 0 }
    running.set(place, made)
    made.process.catch(() => forget(place, made))
    return made
  }
  return {
    take: async (place, start) => {
      const one = await found(place, start)
      one.users += 1
      clearTimeout(one.timer)
      const release = () => {
        one.users -= 1
        if (one.users > 0) return
        one.timer = setTimeout(() => {
          forget(place, one)
          void one.process.then((process) => process.close())
        }, IDLE_MS)
        one.timer.unref()
      }
      return one.process.then((process) => ({ process, release }))
    },
    close: async () => {
      closing.abort()
      const all = [...running.values()]
      running.clear()
      for (const { timer } of all) clearTimeout(timer)
      await Promise.allSettled(all.map(async ({ process }) => (await process).close()))
    },
  }
}
