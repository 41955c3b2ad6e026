// Tries real coding agents as seats: `npm run test:agents [name…]`. Installs the pinned versions into .cache/agents, and
// runs each against a scripted model server on loopback, in the sandbox and with an empty home folder: an answer, a step
// that is allowed, a step that is denied, and work that it hands on with a tool of its team.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drive, openProgram, prepareRun } from '@convene/host'
import { startModelServer } from '@convene/testkit'
import { pinned } from './agents/pinned.mjs'

const folder = fileURLToPath(new URL('../.cache/agents', import.meta.url))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(pinned, name))
if (unknown.length > 0) {
  console.error(`Unknown agent: ${unknown.join(', ')}. Use: ${Object.keys(pinned).join(', ')}`)
  process.exit(2)
}
const rows = []
for (const name of wanted.length > 0 ? wanted : Object.keys(pinned)) {
  install(pinned[name].package)
  rows.push(await tried(name, pinned[name]))
}
const date = new Date().toISOString().slice(0, 10)
console.log(
  '\n| agent | version | answer | step allowed | step denied | team tool |\n| --- | --- | --- | --- | --- | --- |',
)
for (const row of rows) console.log(`| ${row.join(' | ')} |`)
console.log(`\n${date}, ${process.platform}, Node ${process.versions.node}`)
// Some agents hide tools of servers from a scripted model: that column is only shown.
process.exit(rows.every((row) => row.slice(2, 5).every((cell) => cell === 'yes')) ? 0 : 1)

/** npm takes the version that fits the Node it runs on: this one. */
function install(name) {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const [, bare, version] = /^(.+)@([^@]+)$/u.exec(name)
  const manifest = join(folder, 'node_modules', bare, 'package.json')
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version) return
  execFileSync('npm', ['install', '--no-audit', '--no-fund', name], { cwd: folder, stdio: 'inherit' })
}

async function tried(name, agent) {
  const server = await startModelServer({ replies: (request) => reply(request, agent) })
  const [home, workspace, user] = ['home', 'workspace', 'user'].map(() =>
    mkdtempSync(join(tmpdir(), 'convene-agents-')),
  )
  for (const [path, text] of Object.entries(agent.files?.(server.url) ?? {})) {
    mkdirSync(dirname(join(user, path)), { recursive: true })
    writeFileSync(join(user, path), text)
  }
  const own = { ...agent.settings, env: agent.env(server.url) }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ acpAgents: { [name]: own } }))
  const PATH = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const environment = { ...process.env, HOME: user, PATH }
  const { program, close } = openProgram({ home, workspace, environment, version: 'probe' })
  const made = (file) => existsSync(join(workspace, file))
  try {
    const hello = await run(program, name, 'Say hello.', 'deny')
    const allowed = await run(program, name, 'CREATE allowed.txt', 'once')
    const denied = await run(program, name, 'CREATE denied.txt', 'deny')
    const handed = await run(program, name, 'HAND it on.', 'once')
    const version = agent.package.split('@').at(-1)
    const isAllowed = allowed.asks > 0 && made('allowed.txt')
    const isDenied = denied.asks > 0 && !made('denied.txt') && denied.phase === 'completed'
    return [
      name,
      version,
      ...[hello.phase === 'completed', isAllowed, isDenied, handed.calls.includes('task')].map((isGood) =>
        isGood ? 'yes' : 'no',
      ),
    ]
  } finally {
    await close()
    await server.close()
    for (const path of [home, workspace, user]) rmSync(path, { recursive: true, force: true })
  }
}

/** Calls one tool for a goal that says so. Hidden calls, such as those for a title, have no such tool. */
function reply({ messages, tools }, { call }) {
  const file = messages.flatMap(({ text }) => /CREATE (\w+\.txt)/u.exec(text)?.[1] ?? []).at(-1)
  const isDone = messages.some(({ toolResults }) => toolResults.length > 0)
  const wish = messages.some(({ text }) => text.includes('HAND it on')) ? handOn(tools) : file && call(file, tools)
  return wish && !isDone && tools.includes(wish.name) ? { calls: [wish] } : { text: 'Done.' }
}

/** Agents put the name of the server before those of its tools, each in its own way. */
function handOn(tools) {
  const name = tools.find((each) => /team.*task$/u.test(each))
  return name && { name, input: { agentName: 'explore', prompt: 'Say hello.' } }
}

async function run(program, name, goal, answer) {
  const ready = await prepareRun(program, { agents: ['coder'], model: `acp/${name}`, interactive: true })
  if (!ready.ok) throw new Error(ready.refusal.message)
  const session = (await program.ids()).next()
  let asks = 0
  const calls = []
  const driving = drive(program, {
    session,
    command: { type: 'create', goal, workspace: program.workspace, run: ready.value.start },
    watcher: {
      answers: true,
      events: (batch) => {
        for (const event of batch) {
          if (event.type === 'model.failed') console.log(`${name}: ${event.data.message}`)
          if (event.type === 'tool.called') calls.push(event.data.tool)
        }
      },
      waiting: async ({ id }) => {
        asks += 1
        await (await driving).send({ type: 'permit', ask: id, answer, by: 'user' })
      },
    },
  })
  const driven = await driving
  if ('refusal' in driven) throw new Error(driven.refusal.message)
  const { run: ended } = await driven.rested
  driven.end()
  return { phase: ended?.phase, asks, calls }
}
