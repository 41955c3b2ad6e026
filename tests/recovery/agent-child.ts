import { type Command, type Event, SessionId } from '@convene/domain'
import { optionalPackages } from '@convene/extensions'
import { drive, openProgram, prepareRun } from '@convene/host'
import { agentsRunning } from '@convene/testkit'

/**
 * Runs or resumes one session with a coding agent, and allows what it asks for. Kills itself, or else its agent,
 * without warning, as soon as an event of this type, or with this number, is in the log.
 */
const [home = '', workspace = '', goal = '', killAt = '', agent = ''] = process.argv.slice(2)
const session = SessionId.parse('01KE0000000000000000000001')
const { program, close } = openProgram({
  optional: optionalPackages,
  home,
  workspace,
  environment: process.env,
  version: '1.2.3',
})
const known = await (await program.engine()).state(session)

const events = (batch: readonly Event[]) => {
  if (!batch.some(({ type, seq }) => type === killAt || String(seq) === killAt)) return
  for (const pid of agent === '' ? [process.pid] : agentsRunning(agent)) process.kill(pid, 'SIGKILL')
}
const started = async (): Promise<Command | undefined> => {
  if (known) return undefined
  const ready = await prepareRun(program, { agents: ['coder'], model: 'acp/test', interactive: true })
  if (!ready.ok) throw new Error(ready.refusal.message)
  return { type: 'create', goal, workspace, run: ready.value.start }
}
const driving = drive(program, {
  session,
  command: await started(),
  after: known?.seq ?? 0,
  watcher: {
    events,
    answers: true,
    waiting: async ({ id }) => {
      const driven = await driving
      if (!('refusal' in driven)) await driven.send({ type: 'permit', ask: id as never, answer: 'once', by: 'user' })
    },
  },
})
const driven = await driving
if ('refusal' in driven) throw new Error(driven.refusal.message)
const { run } = await driven.rested
driven.end()
await close()
process.stdout.write(run?.phase ?? 'none')
