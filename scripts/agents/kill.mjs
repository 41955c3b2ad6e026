import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { preparePlace } from './place.mjs'

const child = fileURLToPath(new URL('child.mjs', import.meta.url))
const GOAL = 'CREATE killed.txt'

/**
 * Kills Convene and the agent while a step waits for the user, and continues in a new process: `resumed` if the agent
 * continued its own session, `told again` if it started another with the conversation so far, otherwise what went
 * wrong.
 */
export async function triedToKill(name, agent, reply) {
  const place = await preparePlace({ [name]: agent }, (request) => reply(request, agent))
  const { server, workspace, remove } = place
  try {
    const killed = await inChild(place, name, 'permission.asked')
    if (killed.signal !== 'SIGKILL') return `no: it ended before it could be killed (${killed.out})`
    const before = server.requests.length
    const { out } = await inChild(place, name, '')
    const prompts = server.requests.slice(before).map(({ messages }) => messages.map(({ text }) => text).join('\n'))
    const asked = prompts.filter((text) => text.includes(GOAL))
    const isResumed = asked.some((text) => text.includes('You were interrupted while you waited'))
    const isTold = asked.some((text) => text.includes('# The conversation so far'))
    const isRepeated = asked.some((text) => !/You were interrupted while|# The conversation so far/u.test(text))
    if (out !== 'completed') return `no: ${out}`
    if (isRepeated) return 'no: its turn was repeated'
    if (!existsSync(join(workspace, 'killed.txt'))) return 'no: it did not do what was allowed'
    return isResumed ? 'resumed' : isTold ? 'told again' : 'no: it was not told'
  } finally {
    await remove()
  }
}

function inChild({ home, workspace, environment }, name, killAt) {
  const words = [child, home, workspace, name, GOAL, killAt]
  const running = spawn(process.execPath, words, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  running.stdout.on('data', (bytes) => {
    out += bytes
  })
  return new Promise((resolve, reject) => {
    running.once('error', reject).once('close', (_, signal) => resolve({ out, signal }))
  })
}
