import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BenchServer } from '../run-child.ts'
import { installedRun, measureStart, newHome } from '../scenarios/cold-start.ts'

const script = fileURLToPath(new URL('./cold.mjs', import.meta.url))

/** Measures the CPU time of a new process that asks one question: Convene as installed, the others as a script. */
export async function coldStarts(server: BenchServer) {
  const home = newHome(server)
  const run = await installedRun(home)
  const commandOf = (contender: string) => (contender === 'convene' ? run : [script, contender, server.url, home])
  return {
    measure: async (contender: string): Promise<number> =>
      (await measureStart(server, { command: commandOf(contender), environment: {} }, home)).cpuMs,
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}
