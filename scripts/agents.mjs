// Tries real coding agents as seats: `npm run test:agents [name…]`. Installs the pinned versions into .cache/agents,
// and runs each against a scripted model server on loopback, in the sandbox and with an empty home folder: an answer,
// an allowed step, a denied step, work delegated with one of its team's tools, a stop while it speaks, and a kill while
// it waits. Then all of them together, also as owners of steps that are checked and reviewed, and third-party programs
// that use Convene: an ACP client and an MCP client.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clients, triedClients } from './agents/clients.mjs'
import { triedAsOwners } from './agents/owners.mjs'
import { pinned } from './agents/pinned.mjs'
import { folder } from './agents/place.mjs'
import { triedTogether } from './agents/team.mjs'
import { tried } from './agents/try-agent.mjs'

const CLIENTS = 'clients'
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => name !== CLIENTS && !Object.hasOwn(pinned, name))
if (unknown.length > 0) {
  console.error(`Unknown agent: ${unknown.join(', ')}. Use: ${Object.keys(pinned).join(', ')}, ${CLIENTS}`)
  process.exit(2)
}
const names = wanted.length > 0 ? wanted.filter((name) => name !== CLIENTS) : Object.keys(pinned)
const rows = []
for (const name of names) {
  install(pinned[name].package)
  rows.push(await tried(name, pinned[name]))
  console.log(rows.at(-1).join(' | '))
}
const agents = Object.fromEntries(names.map((name) => [name, pinned[name]]))
const teams = names.length > 0 ? await triedTogether(agents) : []
const owners = names.length > 0 ? await triedAsOwners(agents) : []
const others = wanted.length === 0 || wanted.includes(CLIENTS) ? await thirdParties() : []
print(['agent', 'version', 'answer', 'step allowed', 'step denied', 'team tool', 'stopped', 'killed'], rows)
print(['mode', 'ended', 'agents that spoke', 'asks in the log', 'asks in the inbox'], teams)
print(['owner of a step', 'lie sent back', 'proven', 'reviewed by another'], owners)
print(['client', 'version', 'tried', 'works'], others)
console.log(`\n${new Date().toISOString().slice(0, 10)}, ${process.platform}, Node ${process.versions.node}`)
const isGood =
  rows.every((row) => row.slice(2).every((cell) => !cell.startsWith('no'))) &&
  teams.every(([, phase, , asked, inbox]) => phase === 'completed' && asked === inbox) &&
  owners.every((row) => !row.includes('no')) &&
  others.every(([, , , works]) => works === 'yes')
process.exit(isGood ? 0 : 1)

async function thirdParties() {
  for (const name of Object.values(clients)) install(name)
  return triedClients()
}

function print(head, body) {
  if (body.length === 0) return
  console.log()
  for (const row of [head, head.map(() => '---'), ...body]) console.log(`| ${row.join(' | ')} |`)
}

/** npm picks the version that fits the Node it runs on: this one. */
function install(name) {
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const [, bare, version] = /^(.+)@([^@]+)$/u.exec(name)
  const manifest = join(folder, 'node_modules', bare, 'package.json')
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version) return
  execFileSync('npm', ['install', '--no-audit', '--no-fund', name], { cwd: folder, stdio: 'inherit' })
}
