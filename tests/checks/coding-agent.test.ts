import { fileURLToPath } from 'node:url'
import { on, startModelServer } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { jsonLines, newPlace, settingsFor } from '../e2e/launch.ts'
import { plantBug, writeAgent } from '../e2e/workspace.ts'

const plan = 's1. liar: Repair sum.\n   acceptance: sum adds.\n   check: node check.mjs\n'

test('a coding agent that owns a step and lies is sent back by its check, and reviewed by another seat', async () => {
  const server = await startModelServer()
  const place = newPlace()
  onTestFinished(async () => {
    await server.close()
    place.remove()
  })
  const program = fileURLToPath(new URL('lying-coder.mjs', import.meta.url))
  const liar = { command: process.execPath, args: [program], sandbox: false }
  place.settings({ ...(settingsFor(server) as object), permissions: { edit: 'allow' }, acpAgents: { liar } })
  plantBug(place)
  writeAgent(place, 'liar', 'model: acp/liar')
  server.script([
    on({ heading: 'Plan' }, { text: plan }),
    on({ heading: 'Review plan' }, { text: 'APPROVE' }),
    on({ heading: 'Review' }, { text: 'It adds.\n\nACCEPT' }),
    on({ heading: 'Synthesize' }, { text: 'sum is right.' }),
  ])
  expect((await place.convene('run', 'Fix sum.', '--mode', 'plan', '--agents', 'planner,liar,reviewer')).code).toBe(4)
  const ended = await place.convene('approve', 'last')
  expect(ended.code, ended.stderr).toBe(0)
  expect(ended.stderr).toMatch(/Step s1 reopened: .*`node check\.mjs` passes.*failed/u)
  const events = jsonLines((await place.convene('sessions', 'show', 'last', '--json')).stdout)
  const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data as never as Said)
  expect(of('run.finished').at(-1)?.proof).toMatchObject({ proven: 1, said: [] })
  expect(of('message').find(({ kind }) => kind === 'review')?.author).toBe('reviewer')
  const marks = of('message').flatMap(({ claims = [] }) => claims.map(({ mark }) => mark))
  expect(marks.length).toBeGreaterThan(0)
  expect(new Set(marks)).toEqual(new Set(['said']))
})

type Said = {
  readonly kind?: string
  readonly author?: string
  readonly proof?: object
  readonly claims?: readonly { readonly mark: string }[]
}
