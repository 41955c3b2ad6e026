// Tries real coding agents as seats: `npm run test:agents [name…]`. Installs the pinned versions into .cache/agents, and
// runs each against a scripted model server on loopback, in the sandbox and with an empty home folder: an answer, a step
// that is allowed, a step that is denied, and work that it hands on with a tool of its team. Then all of them together.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinned } from './agents/pinned.mjs'
import { folder, openPlace, runGoal } from './agents/place.mjs'
import { triedTogether } from './agents/team.mjs'

/** Qwen Code answers before it has found the tools of its servers. */
const TOO_EARLY = 'is not registered in this session'
const MOST_CALLS = 5

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(pinned, name))
if (unknown.length > 0) {
  console.error(`Unknown agent: ${unknown.join(', ')}. Use: ${Object.keys(pinned).join(', ')}`)
  process.exit(2)
}
const names = wanted.length > 0 ? wanted : Object.keys(pinned)
const rows = []
for (const name of names) {
  install(pinned[name].package)
  rows.push(await tried(name, pinned[name]))
}
const teams = await triedTogether(Object.fromEntries(names.map((name) => [name, pinned[name]])))
print(['agent', 'version', 'answer', 'step allowed', 'step denied', 'team tool'], rows)
print(['mode', 'ended', 'agents that spoke', 'asks'], teams)
console.log(`\n${new Date().toISOString().slice(0, 10)}, ${process.platform}, Node ${process.versions.node}`)
const isGood =
  rows.every((row) => row.slice(2).every((cell) => cell === 'yes')) && teams.every(([, phase]) => phase === 'completed')
process.exit(isGood ? 0 : 1)

function print(head, body) {
  console.log()
  for (const row of [head, head.map(() => '---'), ...body]) console.log(`| ${row.join(' | ')} |`)
}

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
  const { program, workspace, remove } = await openPlace({ [name]: agent }, (request) => reply(request, agent))
  const run = (goal, answer) => runGoal(program, { agents: ['coder'], model: `acp/${name}` }, goal, answer)
  const made = (file) => existsSync(join(workspace, file))
  try {
    const hello = await run('Say hello.', 'deny')
    const allowed = await run('CREATE allowed.txt', 'once')
    const denied = await run('CREATE denied.txt', 'deny')
    const handed = await run('HAND it on.', 'once')
    const cells = [
      hello.phase === 'completed',
      allowed.asked.length > 0 && made('allowed.txt'),
      denied.asked.length > 0 && !made('denied.txt') && denied.phase === 'completed',
      handed.calls.includes('task'),
    ]
    return [name, agent.package.split('@').at(-1), ...cells.map((isGood) => (isGood ? 'yes' : 'no'))]
  } finally {
    await remove()
  }
}

/** Calls one tool for a goal that says so. Hidden calls, such as those for a title, have no such tool. */
function reply({ messages, tools }, { call }) {
  const file = messages.flatMap(({ text }) => /CREATE (\w+\.txt)/u.exec(text)?.[1] ?? []).at(-1)
  const results = messages.flatMap(({ toolResults }) => toolResults.map(({ output }) => output))
  const isDone = results.length >= MOST_CALLS || results.some((output) => !output.includes(TOO_EARLY))
  const wish = messages.some(({ text }) => text.includes('HAND it on')) ? handOn(tools) : file && call(file, tools)
  const isOffered = wish && tools.includes(wish.namespace ?? wish.name)
  return isOffered && !isDone ? { calls: [wish], latencyMs: results.length * 1_000 } : { text: 'Done.' }
}

/** Agents put the name of the server before those of its tools, group them by it, or call what they do not list. */
function handOn(tools) {
  const input = { agentName: 'explore', prompt: 'Say hello.' }
  const name = tools.find((each) => /team.*task$/u.test(each))
  if (name) return { name, input }
  if (tools.includes('mcp__team')) return { name: 'task', namespace: 'mcp__team', input }
  return tools.includes('tool_call') && { name: 'tool_call', input: { name: 'mcp__team__task', arguments: input } }
}
