import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { triedToKill } from './kill.mjs'
import { openPlace, runGoal } from './place.mjs'

/** Qwen Code answers before it has found its servers' tools. */
const TOO_EARLY = 'is not registered in this session'
const MOST_CALLS = 5
/** What Convene tells an agent that was killed while it waited, in its own session or in a new one. */
const AGAIN = /You were interrupted while you waited|# The conversation so far/u
const PATIENCE_MS = 20_000

/** Everything that is tested with one agent alone. Each is `yes` if it went as expected. */
export async function tried(name, agent) {
  const place = await openPlace({ [name]: agent }, (request) => reply(request, agent))
  const { program, workspace, server, remove } = place
  const run = (goal, how) => runGoal(program, { agents: ['coder'], model: `acp/${name}` }, goal, how)
  const made = (file) => existsSync(join(workspace, file))
  try {
    const hello = await run('Say hello.')
    const allowed = await run('CREATE allowed.txt', { answer: 'once' })
    const denied = await run('CREATE denied.txt')
    const handed = await run('HAND it on.', { answer: 'once' })
    const stopped = await run('WAIT for it.', { begun: (stop) => stopWhileItSpeaks(server, stop) })
    const cells = [
      hello.phase === 'completed',
      allowed.asked.length > 0 && made('allowed.txt'),
      denied.asked.length > 0 && !made('denied.txt') && denied.phase === 'completed',
      handed.calls.includes('task'),
      stopped.phase === 'cancelled' && (await isAborted(server)),
    ]
    const words = cells.map((isGood) => (isGood ? 'yes' : 'no'))
    return [name, agent.package.split('@').at(-1), ...words, await triedToKill(name, agent, reply)]
  } finally {
    await remove()
  }
}

const isWaiting = ({ messages }) => messages.some(({ text }) => text.includes('WAIT for it'))

async function stopWhileItSpeaks(server, stop) {
  const patience = setTimeout(() => console.log('The model was never asked.'), PATIENCE_MS)
  await server.until(({ requests }) => requests.some(isWaiting))
  clearTimeout(patience)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await stop()
}

/** Whether the agent ended its own request to the model, which would otherwise keep costing money. */
async function isAborted(server) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, false))
  return Promise.race([server.until(({ aborted }) => aborted.some(isWaiting)).then(() => true), late])
}

/** Calls one tool if the goal says so. Hidden calls, such as those for a title, do not have this tool. */
function reply({ messages, tools }, { call }) {
  if (tools.length > 0 && isWaiting({ messages })) return { text: 'Still here. '.repeat(600), parts: 600, delayMs: 200 }
  const since = messages.findLastIndex(({ text }) => AGAIN.test(text))
  const file = messages.flatMap(({ text }) => /CREATE (\w+\.txt)/u.exec(text)?.[1] ?? []).at(-1)
  const results = messages.slice(since + 1).flatMap(({ toolResults }) => toolResults.map(({ output }) => output))
  const isDone = results.length >= MOST_CALLS || results.some((output) => !output.includes(TOO_EARLY))
  const wish = messages.some(({ text }) => text.includes('HAND it on')) ? handOn(tools) : file && call(file, tools)
  const isOffered = wish && tools.includes(wish.namespace ?? wish.name)
  return isOffered && !isDone ? { calls: [wish], latencyMs: results.length * 1_000 } : { text: 'Done.' }
}

/** Agents prefix tools with their server's name, group them by it, or call tools they do not list. */
function handOn(tools) {
  const input = { agentName: 'explore', prompt: 'Say hello.' }
  const name = tools.find((each) => /team.*task$/u.test(each))
  if (name) return { name, input }
  if (tools.includes('mcp__team')) return { name: 'task', namespace: 'mcp__team', input }
  return tools.includes('tool_call') && { name: 'tool_call', input: { name: 'mcp__team__task', arguments: input } }
}
