import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { optionalPackages } from '@convene/extensions'
import { openProgram } from '@convene/host'
import { startServer } from '@convene/server'
import { folder, preparePlace } from './place.mjs'

/** Third-party programs that use Convene, at the tested versions. */
export const clients = { acpx: 'acpx@0.19.1', inspector: '@modelcontextprotocol/inspector@2.12.0' }

const launcher = fileURLToPath(new URL('../../apps/cli/bin/convene.mjs', import.meta.url))
const LIMIT_MS = 180_000

/** Tries `convene acp`, `convene mcp` and `/mcp`, each with a third-party client. Returns table rows. */
export async function triedClients() {
  const place = await preparePlace({}, reply)
  const { home, workspace } = place
  const environment = { ...place.environment, CONVENE_HOME: home, CONVENE_PORT: '0' }
  const call = (program, words) => run(join(folder, 'node_modules/.bin', program), words, { workspace, environment })
  const made = (file) => existsSync(join(workspace, file))
  const row = (client, what, works) => [client, clients[client].split('@').at(-1), what, works ? 'yes' : 'no']
  try {
    const acp = (answer, goal) =>
      call('acpx', ['--agent', `${process.execPath} ${launcher} acp`, '--cwd', workspace, answer, 'exec', goal])
    const hello = await acp('--deny-all', 'Say hello.')
    await acp('--approve-all', 'CREATE allowed.txt')
    const denied = await acp('--deny-all', 'CREATE denied.txt')
    // It passes few variables to the servers it starts.
    const stdio = inspector(call, ['-e', `CONVENE_HOME=${home}`, process.execPath, launcher, 'mcp'])
    const over = await served({ home, workspace, environment }, (address, token) =>
      inspector(call, [`${address}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`]),
    )
    return [
      row('acpx', '`convene acp`: an answer', hello.includes('Done.')),
      row('acpx', '`convene acp`: a step allowed', made('allowed.txt')),
      row('acpx', '`convene acp`: a step denied', !made('denied.txt') && denied.includes('Done.')),
      row('inspector', '`convene mcp`: tools, a team’s answer, a resource', await stdio),
      row('inspector', '`/mcp`: tools, a team’s answer, a resource', over),
    ]
  } finally {
    await place.remove()
  }
}

/** Whether it lists the tools without an error in their schemas, gets a team's answer, and reads its session. */
async function inspector(call, server) {
  const ask = (...words) =>
    call('mcp-inspector', ['--cli', '--connect-timeout', '120000', ...server, '--method', ...words])
  const tools = await ask('tools/list', '--strict')
  const words = ['--tool-name', 'run_team', '--tool-arg', 'goal=Say hello.', 'mode=agent', 'wait=60']
  const answer = await ask('tools/call', ...words)
  const [, session] = /"session":\s*"(\w+)"/u.exec(answer) ?? []
  const read = await ask('resources/read', '--uri', `convene://sessions/${session}`)
  return tools.includes('run_team') && answer.includes('Done.') && read.includes('Say hello.')
}

async function served(options, use) {
  const { program, close } = openProgram({ optional: optionalPackages, ...options, version: 'probe' })
  const started = await startServer({ program })
  if (!started.ok || started.value.state !== 'started') throw new Error('The server did not start.')
  const { server } = started.value
  try {
    return await use(server.address, server.token)
  } finally {
    await server.close()
    await close()
  }
}

/** A program's output, including that of a failure, so a run says why. */
function run(program, words, { workspace, environment }) {
  return new Promise((resolve) => {
    execFile(program, words, { cwd: workspace, env: environment, timeout: LIMIT_MS }, (error, stdout, stderr) => {
      if (error) console.log(`${program}: ${error.message}\n${stderr.slice(-2_000)}`)
      resolve(stdout)
    }).stdin?.end()
  })
}

function reply({ messages, tools }) {
  const file = messages.flatMap(({ text }) => /CREATE (\w+\.txt)/u.exec(text)?.[1] ?? []).at(-1)
  const isDone = messages.some(({ toolResults }) => toolResults.length > 0)
  if (file === undefined || isDone || !tools.includes('write')) return { text: 'Done.' }
  return { calls: [{ name: 'write', input: { path: file, content: 'x' } }] }
}
