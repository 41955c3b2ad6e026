// Runs or continues one session with a coding agent, and allows what it asks for. Kills itself, without warning, as
// soon as an event of this type is in the log.
import { optionalPackages } from '@convene/extensions'
import { drive, openProgram, prepareRun } from '@convene/host'

const [home, workspace, name, goal, killAt] = process.argv.slice(2)
const session = '01KE0000000000000000000001'
const { program, close } = openProgram({
  optional: optionalPackages,
  home,
  workspace,
  environment: process.env,
  version: 'probe',
})
const known = await (await program.engine()).state(session)
const driving = drive(program, {
  session,
  command: known ? undefined : await create(),
  after: known?.seq ?? 0,
  watcher: {
    events: (batch) => {
      if (batch.some(({ type }) => type === killAt)) process.kill(process.pid, 'SIGKILL')
      for (const { type, data } of batch) if (type === 'model.failed') console.error(`${name}: ${data.message}`)
    },
    answers: true,
    waiting: async ({ id }) => (await driving).send({ type: 'permit', ask: id, answer: 'once', by: 'user' }),
  },
})
const driven = await driving
if ('refusal' in driven) throw new Error(driven.refusal.message)
const { run } = await driven.rested
driven.end()
await close()
process.stdout.write(run?.phase ?? 'none')

async function create() {
  const ready = await prepareRun(program, { agents: ['coder'], model: `acp/${name}`, interactive: true })
  if (!ready.ok) throw new Error(ready.refusal.message)
  return { type: 'create', goal, workspace, run: ready.value.start }
}
