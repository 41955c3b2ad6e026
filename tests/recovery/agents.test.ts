import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Event, SessionId } from '@convene/domain'
import { openStore } from '@convene/store'
import { deed, runProgram, scriptedAgent, temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'

const child = fileURLToPath(new URL('agent-child.ts', import.meta.url))
const LONG = process.env.CONVENE_LONG !== undefined
const session = '01KE0000000000000000000001' as SessionId
const goal = [
  'Do it.',
  deed({ do: 'say', text: 'Before.' }),
  deed({ do: 'ask', kind: 'execute', title: 'Run the tests', input: { command: 'npm test' } }),
  deed({ do: 'say', text: 'After.' }),
].join('\n')

/** A data folder with the scripted agent, and a workspace. */
function place() {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const [home, workspace, own] = ['home', 'workspace', 'agent'].map((name) => folder.file(name)) as [
    string,
    string,
    string,
  ]
  for (const path of [home, workspace, own]) mkdirSync(path)
  const { log, ...agent } = scriptedAgent(own)
  const settings = { acpAgents: { test: { ...agent, sandbox: false } } }
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings))
  const run = (killAt: string, asked = goal) => runProgram([process.execPath, child, home, workspace, asked, killAt])
  return { home, run, log }
}

async function eventsIn(home: string): Promise<readonly Event[]> {
  const store = openStore(home)
  const events = await store.log.read(session)
  await store.close()
  return events
}

/** A goal for an agent that hands a job to each of these subagents at once, and waits for their reports. */
const handOn = (...agents: readonly string[]): string => {
  const calls = agents.map((agentName) => ({ tool: 'task', input: { agentName, prompt: 'Look.' } }))
  return `Do it.\n${deed({ do: 'team', calls })}`
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test.each([
  ['effect.started', 2],
  ['model.replied', 1],
  ['permission.asked', 1],
  ['tool.finished', 1],
])('killed at %s with its agent, a run continues, and no turn in the log is repeated', async (killAt, most) => {
  const { home, run, log } = place()
  expect((await run(killAt)).signal).toBe('SIGKILL')
  expect(await run('')).toMatchObject({ out: 'completed' })
  const prompts = log().flatMap(({ prompt }) => prompt ?? [])
  expect(prompts.filter((text) => text.includes('@deed')).length).toBeLessThanOrEqual(most)
  const events = await eventsIn(home)
  const replies = events.flatMap((event) => (event.type === 'model.replied' ? [event.data.effect] : []))
  expect(new Set(replies).size).toBe(replies.length)
  const pids = log().flatMap((entry) => (entry.new ? [Number(/^s(\d+)-/u.exec(entry.new)?.[1])] : []))
  // A killed process is gone a moment after the one that killed it.
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test.each(['model.replied', 'task.finished'])(
  'killed at %s while its agent waits for a subagent, a run continues, and nothing in the log is handed on again',
  async (killAt) => {
    const { home, run, log } = place()
    const handing = handOn('explore')
    expect((await run(killAt, handing)).signal).toBe('SIGKILL')
    expect(await run('', handing)).toMatchObject({ out: 'completed' })
    const events = await eventsIn(home)
    expect(events.filter(({ type }) => type === 'tool.called')).toHaveLength(1)
    expect(events.flatMap((event) => (event.type === 'task.finished' ? [event.agent] : []))).toEqual([
      'explore',
      'coder',
    ])
    const heard = log().flatMap(({ prompt }) => prompt ?? [])
    expect(heard.at(-1)).toMatch(/interrupted.*Your call of task was carried out.*Done\./su)
  },
)

type Killed = { readonly about: string; readonly index: number; readonly place: ReturnType<typeof place> }

/** Kills a run of this goal after each of its events in turn, continues it, and checks what is left. */
async function killedAnywhere(goal: string, events: readonly Event[], check: (killed: Killed) => Promise<void>) {
  let killed = 0
  for (const [index, { seq, type }] of events.entries()) {
    const there = place()
    if ((await there.run(String(seq), goal)).signal === 'SIGKILL') killed += 1
    const about = `killed at ${seq}, ${type}`
    expect(await there.run('', goal), about).toMatchObject({ out: 'completed' })
    await check({ about, index, place: there })
    const pids = there.log().flatMap((entry) => (entry.new ? [Number(/^s(\d+)-/u.exec(entry.new)?.[1])] : []))
    await expect.poll(() => pids.filter(isAlive), { message: about }).toEqual([])
  }
  // Its last events are written together with its end.
  expect(killed).toBeGreaterThan(events.length / 2)
}

async function wholeRun(goal: string): Promise<readonly Event[]> {
  const { home, run } = place()
  expect(await run('', goal)).toMatchObject({ out: 'completed' })
  return eventsIn(home)
}

const HOUR = { timeout: 3_600_000 }

test.runIf(LONG)(
  'killed after any event at all, an agent that asks ends, and repeats no turn in the log',
  HOUR,
  async () => {
    const events = await wholeRun(goal)
    const recorded = events.findIndex(({ type }) => type === 'model.replied')
    await killedAnywhere(goal, events, async ({ about, index, place: { home, log } }) => {
      const asked = log().filter(({ prompt }) => prompt?.includes('@deed'))
      // What was not in the log yet is asked again, once.
      expect(asked.length, about).toBeLessThanOrEqual(index < recorded ? 2 : 1)
      const replies = (await eventsIn(home)).flatMap((event) =>
        event.type === 'model.replied' ? [event.data.effect] : [],
      )
      expect(new Set(replies).size, about).toBe(replies.length)
    })
  },
)

test.runIf(LONG)('killed after any event at all, an agent hands nothing on to two subagents twice', HOUR, async () => {
  const goal = handOn('explore', 'general')
  const events = await wholeRun(goal)
  expect(handedOn(events)).toEqual({ calls: 2, reports: ['explore', 'general'] })
  await killedAnywhere(goal, events, async ({ about, place: { home } }) => {
    const { calls, reports } = handedOn(await eventsIn(home))
    // A call that the agent made, and that was not in the log yet, is lost with the agent.
    expect([new Set(reports).size, reports.length], about).toEqual([calls, calls])
  })
})

/** How many jobs the agent has handed on, and whose reports there are. */
const handedOn = (events: readonly Event[]) => ({
  calls: events.filter(({ type }) => type === 'tool.called').length,
  reports: events
    .flatMap(({ type, agent = '' }) => (type === 'task.finished' && agent !== 'coder' ? [agent] : []))
    .toSorted(),
})
