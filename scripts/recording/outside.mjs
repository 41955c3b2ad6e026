// Convene used from outside: by an ACP client in a terminal, and by another coding agent.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pinned } from '../agents/pinned.mjs'
import { folder, preparePlace } from '../agents/place.mjs'

const launcher = fileURLToPath(new URL('../../apps/cli/bin/convene.mjs', import.meta.url))
const QUESTION = 'Should the shop keep its queue in Redis?'

const said = {
  Architect:
    'No. The queue has one consumer, and Postgres already stores what it needs. SKIP LOCKED hands out each job once.',
  UX: 'No. Customers saw orders twice when Redis restarted in May. They do not care where a queue is, but they saw that.',
  "Devil's Advocate":
    'Keep it for now. Postgres could carry the queue, but the sale is next week, and nobody has tried it under load.',
}

/** What the team's members say, slowly enough to watch. */
function member({ messages, system }) {
  const text = [system, ...messages.map((message) => message.text)].join('\n')
  const [, who] = /You are (Architect|UX|Devil's Advocate)\b/u.exec(text) ?? []
  return { text: said[who] ?? 'A question about a queue', parts: 14, delayMs: 200, latencyMs: 900 }
}

/** acpx stands in for an editor: it speaks the same protocol. `npm run test:agents clients` installs it. */
export const editor = {
  label: 'A client of the Agent Client Protocol starts convene acp: three members answer, each in its own entry',
  prepare: async () => {
    const { home, workspace, environment, remove } = await preparePlace({}, member)
    const agent = `${process.execPath} ${launcher} acp`
    return {
      program: join(folder, 'node_modules/.bin/acpx'),
      typed: `acpx --agent "convene acp" exec "/broadcast ${QUESTION}"`,
      words: ['--agent', `"${agent}"`, '--cwd', workspace, '--approve-all', 'exec', `"/broadcast ${QUESTION}"`],
      environment: { ...environment, CONVENE_HOME: home },
      folder: workspace,
      remove,
    }
  },
}

/** A real opencode with a scripted model. `npm run test:agents` installs it. */
export const otherAgent = {
  label: 'opencode asks a team of Convene over MCP, and passes on what it said',
  prepare: async () => {
    const { opencode } = pinned
    const place = await preparePlace({}, (request) => asking(request) ?? member(request))
    const { home, workspace, environment, server, remove } = place
    const config = JSON.parse(opencode.env(server.url).OPENCODE_CONFIG_CONTENT)
    const command = [process.execPath, launcher, 'mcp']
    const mcp = {
      convene: { type: 'local', command, environment: { CONVENE_HOME: home }, enabled: true, timeout: 60_000 },
    }
    const file = join(environment.HOME, '.config/opencode/opencode.json')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify({ ...config, permission: {}, mcp }))
    return {
      program: join(folder, 'node_modules/.bin/opencode'),
      typed: `opencode run "${QUESTION} Ask a team."`,
      words: ['run', `"${QUESTION} Ask a team."`],
      environment,
      folder: workspace,
      remove,
    }
  },
}

/** The asking agent's model: first it asks the team, then it sums up the answer in a sentence. */
function asking({ messages, tools }) {
  const name = tools.find((tool) => tool.endsWith('run_team'))
  if (!name) return undefined
  const isAnswered = messages.some(({ toolResults }) => toolResults.length > 0)
  if (isAnswered)
    return {
      text: 'The team has answered.\n\nTwo of three would move the queue to Postgres: it has one consumer, and customers saw orders twice when Redis restarted. One would wait, because the sale is next week.',
      parts: 14,
      delayMs: 150,
    }
  return {
    calls: [{ name, input: { goal: QUESTION, mode: 'broadcast', wait: 60 } }],
    latencyMs: 900,
  }
}
