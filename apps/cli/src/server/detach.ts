import { spawn } from 'node:child_process'
import type { Command, SessionId } from '@convene/domain'
import { shortId } from '@convene/host'
import { findServer, type RunningServer } from '@convene/server'
import { launcher } from '../places.ts'
import type { CliProgram } from '../program.ts'

const START_MS = 20_000
const LOOK_AGAIN_MS = 100

/** Hands a run to this data folder's server, starting one if needed, so the run outlives this process. */
export async function detach(program: CliProgram, session: SessionId, command: Command): Promise<number> {
  const link = (await backgroundServer(program))?.link(`/#/session/${session}`)
  if (link === undefined)
    return program.refuse({
      code: 'no_server',
      message: 'The server did not start. To see why: convene serve',
    })
  const refusal = await (await program.engine()).send(session, command)
  if (refusal) return program.refuse(refusal)
  program.terminal.out.write(`${session}\n`)
  program.terminal.err.write(
    `Running in the background. To watch it: convene resume ${shortId(session)}, or open ${link}\n`,
  )
  return 0
}

/** The server of this data folder, started if needed. Undefined if it does not start. */
export async function backgroundServer(program: CliProgram): Promise<RunningServer | undefined> {
  const find = () => findServer(program.home, program.environment)
  const found = await find()
  if (found !== undefined) return found
  startInBackground(program)
  const until = performance.now() + START_MS
  while (performance.now() < until) {
    const server = await find()
    if (server !== undefined) return server
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  return undefined
}

function startInBackground({ workspace }: CliProgram): void {
  const child = spawn(process.execPath, [launcher, 'serve'], { cwd: workspace, detached: true, stdio: 'ignore' })
  child.on('error', () => undefined)
  child.unref()
}
