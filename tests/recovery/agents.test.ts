import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Event, SessionId } from '@convene/domain'
import { openStore } from '@convene/store'
import { agentsRunning, runProgram, scriptedAgent, temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { leftOut } from '../runner/skip-reasons.ts'
import { asking, handingOn } from './agent-goals.ts'

const child = fileURLToPath(new URL('agent-child.ts', import.meta.url))
const LONG = process.env.CONVENE_LONG !== undefined
const session = '01KE0000000000000000000001' as SessionId
type Victim = 'convene' | 'agent'

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
  const run = (killAt: string, asked = asking, killed: Victim = 'convene') =>
    runProgram([process.execPath, child, home, workspace, asked, killAt, killed === 'agent' ? own : ''])
  return { home, run, log, running: () => agentsRunning(own) }
}

async function eventsIn(home: string): Promise<readonly Event[]> {
  const store = openStore(home)
  const events = await store.log.read(session)
  await store.close()
  return events
}

// agent-crashes.test.ts cuts every point of these runs in one process. Here some are cut with real processes, and in
// the long tests all of them.
test.each([
  ['effect.started', 2],
  ['permission.asked', 1],
])('a run killed at %s with its agent continues, and no turn in the log is repeated', async (killAt, most) => {
  const { home, run, log, running } = place()
  expect((await run(killAt)).signal).toBe('SIGKILL')
  expect(await run('')).toMatchObject({ out: 'completed' })
  const prompts = log().flatMap(({ prompt }) => prompt ?? [])
  expect(prompts.filter((text) => text.includes('@deed')).length).toBeLessThanOrEqual(most)
  const events = await eventsIn(home)
  const replies = events.flatMap((event) => (event.type === 'model.replied' ? [event.data.effect] : []))
  expect(new Set(replies).size).toBe(replies.length)
  // A killed process disappears a moment after the kill.
  await expect.poll(running).toEqual([])
})

test.each(['task.finished'])(
  'a run killed at %s while its agent waits for a subagent continues, and nothing in the log is delegated again',
  async (killAt) => {
    const { home, run, log } = place()
    const handing = handingOn('explore')
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

/** Kills Convene or the agent after each event of this goal in turn, lets it continue, and checks the result. */
async function killedAnywhere(
  goal: string,
  { events, who }: { readonly events: readonly Event[]; readonly who: Victim },
  check: (killed: Killed) => Promise<void>,
) {
  let killed = 0
  for (const [index, { seq, type }] of events.entries()) {
    const there = place()
    const first = await there.run(String(seq), goal, who)
    if (first.signal === 'SIGKILL') killed += 1
    const about = `${who} killed at ${seq}, ${type}`
    if (who === 'convene') expect(await there.run('', goal), about).toMatchObject({ out: 'completed' })
    else expect(first, about).toMatchObject({ out: 'completed' })
    await check({ about, index, place: there })
    await expect.poll(there.running, { message: about }).toEqual([])
  }
  // Its last events are written together with its end.
  if (who === 'convene') expect(killed).toBeGreaterThan(events.length / 2)
}

async function wholeRun(goal: string): Promise<readonly Event[]> {
  const { home, run } = place()
  expect(await run('', goal)).toMatchObject({ out: 'completed' })
  return eventsIn(home)
}

const HOUR = { timeout: 3_600_000 }

const anybody = test.skipIf(!LONG && leftOut('npm run test:long runs it')).each(['convene', 'agent'] as const)

anybody('with %s killed after any event at all, an agent that asks ends, and repeats no turn', HOUR, async (who) => {
  const events = await wholeRun(asking)
  const recorded = events.findIndex(({ type }) => type === 'model.replied')
  await killedAnywhere(asking, { events, who }, async ({ about, index, place: { home, log } }) => {
    const asked = log().filter(({ prompt }) => prompt?.includes('@deed'))
    // What was not in the log yet is asked once more.
    expect(asked.length, about).toBeLessThanOrEqual(index < recorded ? 2 : 1)
    const replies = (await eventsIn(home)).flatMap((event) =>
      event.type === 'model.replied' ? [event.data.effect] : [],
    )
    expect(new Set(replies).size, about).toBe(replies.length)
  })
})

anybody('with %s killed after any event at all, an agent hands nothing on twice', HOUR, async (who) => {
  const goal = handingOn('explore', 'general')
  const events = await wholeRun(goal)
  expect(handedOn(events)).toEqual({ calls: 2, reports: ['explore', 'general'] })
  await killedAnywhere(goal, { events, who }, async ({ about, place: { home } }) => {
    const { calls, reports } = handedOn(await eventsIn(home))
    // A call that the agent made, but that was not in the log yet, is lost with the agent.
    expect([new Set(reports).size, reports.length], about).toEqual([calls, calls])
  })
})

/** The number of jobs the agent has delegated, and the reports that came back. */
const handedOn = (events: readonly Event[]) => ({
  calls: events.filter(({ type }) => type === 'tool.called').length,
  reports: events
    .flatMap(({ type, agent = '' }) => (type === 'task.finished' && agent !== 'coder' ? [agent] : []))
    .toSorted(),
})
