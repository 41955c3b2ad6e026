import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { optionalPackages } from '@convene/extensions'
import { openProgram, prepareRun } from '@convene/host'
import { startServer } from '@convene/server'

/** The benchmark's server, in a separate process. It listens, and creates events on request. */
const root = mkdtempSync(join(tmpdir(), 'convene-bench-clients-'))
const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
for (const folder of [home, workspace]) mkdirSync(folder)
const { program, close } = openProgram({
  optional: optionalPackages,
  home,
  workspace,
  environment: { CONVENE_PORT: '0' },
  version: 'bench',
})
const started = await startServer({ program })
if (!started.ok || started.value.state !== 'started') throw new Error('The server did not start.')
const { server } = started.value

const session = (await program.ids()).next() as SessionId
const engine = await program.engine()
const prepared = await prepareRun(program, { agents: ['ux'], interactive: false })
if (!prepared.ok) throw new Error(prepared.refusal.message)
await engine.resume(session, { type: 'create', goal: 'Be followed', workspace, run: prepared.value.start })
await engine.rested(session)

const memory = () => {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heap: heapUsed + external }
}

type Order = { readonly events: number; readonly everyMs: number; readonly bytes: number }

process.on('message', async (order: Order | 'end') => {
  if (order === 'end') {
    await server.close()
    await close()
    rmSync(root, { recursive: true, force: true })
    process.exit(0)
  }
  const before = memory()
  const used = process.cpuUsage()
  let most = before.heap
  for (let count = 0; count < order.events; count++) {
    await engine.send(session, { type: 'update', title: `${count} ${'x'.repeat(order.bytes)}` })
    if (count % 50 === 49) most = Math.max(most, memory().heap)
    await new Promise((resolve) => setTimeout(resolve, order.everyMs))
  }
  const { log } = await program.store()
  const { user, system } = process.cpuUsage(used)
  process.send?.({ cpuMs: (user + system) / 1_000, head: await log.head(session), before, after: memory(), most })
})
process.send?.({
  address: server.address,
  port: server.port,
  token: server.token,
  session,
  head: await (await program.store()).log.head(session),
})
