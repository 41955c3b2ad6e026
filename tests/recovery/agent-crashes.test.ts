import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '@convene/domain'
import { optionalPackages } from '@convene/extensions'
import { openProgram, prepareRun } from '@convene/host'
import { temporaryFolder } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { asking, handingOn } from './agent-goals.ts'
import { AgentStory } from './agent-story.ts'

/** The run that the program would start with a coding agent as its only seat. */
async function runOfAgent() {
  using folder = temporaryFolder()
  const agents = { acpAgents: { test: { command: process.execPath, mode: 'default' } } }
  const [home, workspace] = [folder.file('home'), folder.file('workspace')]
  for (const path of [home, workspace]) mkdirSync(path)
  writeFileSync(join(home, 'config.json'), JSON.stringify(agents))
  const { program, close } = openProgram({
    ...{ home, workspace, environment: process.env, version: '1.2.3' },
    optional: optionalPackages,
  })
  const ready = await prepareRun(program, { agents: ['coder'], model: 'acp/test', interactive: true })
  await close()
  if (!ready.ok) throw new Error(ready.refusal.message)
  return ready.value.start
}

const repliesIn = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'model.replied' ? [event.data.effect] : []))
/** The jobs the agent has delegated, and the reports that came back. */
const handedOn = (events: readonly Event[]) => ({
  calls: events.filter(({ type }) => type === 'tool.called').length,
  reports: events.flatMap(({ type, agent }) => (type === 'task.finished' && agent !== 'coder' ? [agent] : [])),
})

const run = await runOfAgent()

describe.each([
  ['asks', asking, ['permission.asked', 'permission.answered', 'tool.finished', 'run.finished']],
  ['hands jobs on', handingOn('explore', 'general'), ['tool.called', 'task.assigned', 'task.finished', 'run.finished']],
])('an agent that %s', async (_, goal, passes) => {
  const whole = new AgentStory(run, goal)
  await whole.play()

  test('passes through the points to be cut', () => {
    expect(whole.events.map(({ type }) => type)).toEqual(expect.arrayContaining(passes))
    expect(whole.points).toBeGreaterThan(15)
    expect(whole.events.at(-1)?.data).toMatchObject({ state: 'completed' })
  })

  const kills = Array.from({ length: whole.points }, (_, index) =>
    (['convene', 'agent'] as const).map((who) => ({ at: index + 1, who })),
  )
  test.each(kills.flat())('ends, and repeats no turn in the log, with $who killed at point $at', async (kill) => {
    const story = new AgentStory(run, goal)
    await story.play(kill)
    // Jobs that finish at the same time may be stored together, and then there are fewer points than before.
    const { events, cut = { events: [], notes: 0 }, agent, notes } = story
    expect(events.at(-1)?.data).toMatchObject({ state: 'completed' })
    expect(events.slice(0, cut.events.length)).toEqual(cut.events)
    expect(new Set(repliesIn(events)).size).toBe(repliesIn(events).length)
    expect(notes.length).toBeGreaterThanOrEqual(Math.max(1, cut.notes))
    const again = notes.slice(cut.notes).filter(({ prompt }) => prompt?.includes('@deed'))
    expect(again.length).toBeLessThanOrEqual(repliesIn(cut.events).length > 0 ? 0 : 1)
    const { calls, reports } = handedOn(events)
    expect([reports.length, new Set(reports).size]).toEqual(goal === asking ? [0, 0] : [calls, calls])
    expect(agent.running).toBe(0)
  })
})
