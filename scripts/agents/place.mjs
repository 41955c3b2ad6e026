import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { optionalPackages } from '@convene/extensions'
import { drive, openProgram, prepareRun } from '@convene/host'
import { startModelServer } from '@convene/testkit'

const cache = process.env.CONVENE_AGENTS ?? fileURLToPath(new URL('../../.cache/agents', import.meta.url))
mkdirSync(cache, { recursive: true })
/** Where the agents are installed. */
export const folder = realpathSync(cache)
if (folder.startsWith(`${realpathSync(tmpdir())}/`)) {
  console.error(
    'The sandbox hides the folder for temporary files. Set CONVENE_AGENTS to a folder elsewhere for the agents.',
  )
  process.exit(2)
}

/** A data folder with these agents (name → how it is pinned), an empty home folder, and a scripted model server. */
export async function preparePlace(agents, replies) {
  const server = await startModelServer({ replies })
  const [home, workspace, user] = ['home', 'workspace', 'user'].map(() =>
    mkdtempSync(join(tmpdir(), 'convene-agents-')),
  )
  const write = (at, files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(at, path)), { recursive: true })
      writeFileSync(join(at, path), text)
    }
  }
  for (const agent of Object.values(agents)) write(user, agent.files?.(server.url) ?? {})
  const acpAgents = Object.fromEntries(
    Object.entries(agents).map(([name, agent]) => [name, { ...agent.settings, env: agent.env(server.url) }]),
  )
  const local = { type: 'openai-compatible', baseURL: `${server.url}/v1`, apiKey: 'none' }
  write(home, { 'config.json': JSON.stringify({ acpAgents, model: 'local/test', providers: { local } }) })
  const PATH = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const environment = { ...process.env, HOME: user, PATH }
  const remove = async () => {
    await server.close()
    for (const path of [home, workspace, user]) rmSync(path, { recursive: true, force: true })
  }
  return { home, workspace, environment, server, remove, write: (files) => write(home, files) }
}

/** The same, with a program on it. */
export async function openPlace(agents, replies) {
  const place = await preparePlace(agents, replies)
  const { program, close } = openProgram({ optional: optionalPackages, ...place, version: 'probe' })
  const remove = async () => {
    await close()
    await place.remove()
  }
  return { ...place, program, remove }
}

/**
 * Runs a goal to its end, with the same answer to every ask: how it ended, who asked, what was in the inbox, who spoke,
 * what was called, and the run itself. `begun` may stop it.
 */
export async function runGoal(program, request, goal, { answer = 'deny', begun } = {}) {
  const ready = await prepareRun(program, { interactive: true, yes: true, ...request })
  if (!ready.ok) throw new Error(ready.refusal.message)
  const session = (await program.ids()).next()
  const [asked, inbox, spoke, calls] = [[], [], new Set(), []]
  const heard = {
    'model.failed': ({ agent, data }) => console.log(`${agent}: ${data.message}`),
    'permission.asked': ({ agent }) => asked.push(agent),
    'model.replied': ({ agent }) => spoke.add(agent),
    'tool.called': ({ data }) => calls.push(data.tool),
  }
  const driving = drive(program, {
    session,
    command: { type: 'create', goal, workspace: program.workspace, run: ready.value.start },
    watcher: {
      answers: true,
      events: (batch) => {
        for (const event of batch) heard[event.type]?.(event)
      },
      waiting: async ({ id }) => {
        inbox.push(id)
        await (await driving).send({ type: 'permit', ask: id, answer, by: 'user' })
      },
    },
  })
  const driven = await driving
  if ('refusal' in driven) throw new Error(driven.refusal.message)
  await begun?.(() => driven.send({ type: 'stop' }))
  const { run } = await driven.rested
  driven.end()
  return { run, phase: run?.phase, asked, inbox, spoke, calls }
}
