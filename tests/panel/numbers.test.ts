import { timesIn, timesOf, turnsOf } from '@convene/domain'
import { panelOf, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { type Lines, played, plays } from '../golden/panel-cast.ts'

/** Nobody agrees, so the panel takes every turn it has. */
const stubborn: Lines = {
  Contribute: (agent) => `${agent} argues.\nPOSITION: What ${agent} says\nCONFIDENCE: 70`,
  'Final position': (agent) => `POSITION: What ${agent} says\nCONFIDENCE: 70\nVOTE: Wait\nREASON: safer`,
}

const runOf = (stage: SimulatedSession) => {
  const { run } = stage.world.fold(stage.session)
  if (!run) throw new Error('there is no run')
  return run
}

describe('a panel', () => {
  test('counts contributions as its turns, never the calls of the head and the moderator', async () => {
    const stage = await played(stubborn, { limits: { maxTurns: 9 } })
    const run = runOf(stage)
    const said = stage.events.filter(
      ({ type, data }) => type === 'message' && 'kind' in data && data.kind === 'argument',
    )
    expect(turnsOf(run)).toEqual({ taken: said.length, most: 9 })
    expect(run.spent.calls).toBeGreaterThan(9)
  })

  test('shows no maximum of turns until its head has chosen a depth', async () => {
    const stage = new SimulatedSession({ model: plays({ Clarify: '1. Which Friday?' }) })
    await stage.create(panelOf({ settings: { interactive: true } }))
    await stage.untilRest()
    expect(turnsOf(runOf(stage))).toEqual({ taken: 0, most: null })
  })

  test('shows one estimate: the gate shows the one from the start, and the run stays within it', async () => {
    const stage = await played(stubborn, {})
    const started = stage.events.flatMap((event) => (event.type === 'run.started' ? [event.data.estimate] : []))
    const asked = stage.events.flatMap((event) => (event.type === 'question.asked' ? [event.data.estimate] : []))
    expect(asked).toEqual(started)
    expect(runOf(stage).estimate).toEqual(started[0])
  })

  test('counts the attached images too if its head has chosen the other protocol', async () => {
    const image = { hash: 'a'.repeat(64), mediaType: 'image/png', bytes: 9, width: 800, height: 600 } as const
    const inputs: number[] = []
    for (const images of [[], [image]]) {
      const stage = new SimulatedSession({
        model: plays({ ...stubborn, Topic: 'PROTOCOL: decide\nOPTION: Wait\nOPTION: Ship' }),
      })
      const created = { type: 'create', goal: 'Explore it.', workspace: '/home/ada/ship', images } as const
      const run = panelOf()
      await stage.tell({ ...created, run: { ...run, settings: { ...run.settings, mode: {} } } })
      await stage.untilRest()
      const chosen = stage.events.flatMap((event) => (event.type === 'protocol.chosen' ? [event.data.estimate] : []))
      inputs.push(chosen[0]?.input ?? 0)
    }
    expect(inputs[0]).toBeGreaterThan(0)
    expect(inputs[1]).toBeGreaterThan((inputs[0] ?? 0) + 640)
  })
})

test("the time worked and waited adds up to the total, and a run's end says the same as the run", async () => {
  const stage = new SimulatedSession({ model: plays(stubborn) })
  await stage.create(panelOf({ settings: { yes: false, interactive: true } }))
  await stage.play(90_000)
  await stage.tell({ type: 'approve', by: 'ada' })
  await stage.untilRest()
  const run = runOf(stage)
  const totals = stage.events.flatMap((event) => (event.type === 'run.finished' ? [event.data.totals] : []))[0]
  if (!totals) throw new Error('it has not ended')
  const { workedMs, waitedMs, totalMs } = timesOf(run, stage.world.clock.now() + 60_000)
  expect(workedMs + waitedMs).toBe(totalMs)
  expect(waitedMs).toBeGreaterThan(80_000)
  expect(timesIn(totals)).toEqual({ workedMs, waitedMs, totalMs })
  expect(run.worked).toBe(workedMs)
})
