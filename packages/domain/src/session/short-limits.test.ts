import { describe, expect, test } from 'vitest'
import { noLimits } from '../limits/limits.ts'
import { modes } from '../modes/modes.ts'
import type { RunStart } from '../state/command.ts'
import { Seat } from '../team/team.ts'
import { shortLimits } from './short-limits.ts'

const price = { input: 1, output: 5 }
const models = {
  'alpha/quick': { price, context: null, reasoning: [] },
  'alpha/thinks': { price, context: null, reasoning: ['low', 'high'] },
  'acp/coder': { price: null, context: null, agent: true, timeoutMs: 7_200_000, idleMs: 600_000 },
}
const seat = (model: string, more: object = {}): Seat =>
  Seat.parse({ name: 'Ada', slug: 'ada', prompt: 'You answer.', model, seat: 'member', ...more })

function start(mode: string, model: string, { limits = {}, settings = {}, more = {} } = {}): RunStart {
  const members = [seat(model, more)]
  const usual = { ...noLimits, ...modes[mode]?.limits({ members }) }
  return { mode, team: { members }, limits: { ...usual, ...limits }, settings: { models, mode: settings } } as never
}
const warnings = (run: RunStart) =>
  shortLimits(run, modes[run.mode]).map(({ message }) => message.split(' is shorter')[0])

describe('a limit shorter than a model may be silent is reported', () => {
  test.each([
    [
      'the run’s time',
      start('agent', 'alpha/thinks', { limits: { maxDuration: 5 } }),
      '`limits.maxDuration` (5 minutes)',
    ],
    [
      'a panel’s turns',
      start('panel', 'acp/coder', { limits: { maxTurnDuration: 2 } }),
      '`limits.maxTurnDuration` (2 minutes)',
    ],
    [
      'a lead’s tasks',
      start('orchestrate', 'alpha/thinks', { settings: { memberTimeout: 1 } }),
      '`orchestrate.memberTimeout` (1 minute)',
    ],
    [
      'delegated work',
      start('delegate', 'alpha/thinks', { settings: { timeout: 3 } }),
      '`delegate.timeout` (3 minutes)',
    ],
    ["an agent's own", start('agent', 'alpha/thinks', { more: { timeout: 4 } }), '`timeout of Ada` (4 minutes)'],
  ])('%s', (_which, run, named) => expect(warnings(run)).toEqual([named]))
})

describe('no limit is reported', () => {
  test.each(Object.keys(modes))('if none is set, in the mode %s', (mode) =>
    expect(Object.keys(models).flatMap((model) => warnings(start(mode, model)))).toEqual([]),
  )

  test('if the model answers right away', () => {
    expect(warnings(start('agent', 'alpha/quick', { limits: { maxDuration: 5 } }))).toEqual([])
  })

  test('if the idle timeout is as short', () => {
    expect(warnings(start('agent', 'alpha/thinks', { limits: { maxDuration: 5, modelTimeout: 60 } }))).toEqual([])
  })
})
