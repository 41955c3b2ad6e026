import { describe, expect, test } from 'vitest'
import { evolveBuild } from '../build/evolve-build.ts'
import { fact } from '../event/event.ts'
import { noPlan, type StepRun, untouched } from '../modes/plan/state.ts'
import type { Command } from '../state/command.ts'
import type { Session } from '../state/session.ts'
import { begun, domain, ends, reply, seat, told, underWay } from './session.fixture.ts'

const line = { path: 'a.ts', side: 'new', line: 2, severity: 'medium' } as const
const comment: Command = { type: 'build', build: { record: 'comment', ...line, text: 'Why?' } }
const send = (more: { readonly to?: string; readonly step?: string } = {}): Command => ({
  type: 'build',
  build: { record: 'sent', comments: ['c1'], to: 'ada', text: 'The user says: why?', ...more },
})
const finished = () => told(ends(underWay(begun()), 'ada', reply('Because.')), comment)
const states = (session: Session) => session.build?.comments.map(({ state }) => state)

describe('sending comments back after the run', () => {
  test('records the message and that they were sent together, or neither', () => {
    expect(domain.accept(finished(), send()).facts.map(({ type }) => type)).toEqual(['message', 'line.sent'])
    const refused = domain.accept(finished(), send({ to: 'nobody' }))
    expect(refused.refusal?.code).toBe('unknown_agent')
    expect(refused.facts.map(({ type }) => type)).toEqual(['warning'])
    expect(states(told(finished(), send({ to: 'nobody' })))).toEqual(['open'])
    expect(domain.accept(told(finished(), { type: 'reset' }), send()).refusal?.code).toBe('illegal_command')
  })

  test('is refused the second time, without a second message', () => {
    const sent = told(finished(), send())
    expect(states(sent)).toEqual(['sent'])
    expect(domain.accept(sent, send()).facts.map(({ type }) => type)).toEqual(['warning'])
  })
})

/** A run of a plan with one step in this state. */
function planning(state: StepRun['state'], more: object = {}): Session {
  const session = told(begun({ mode: 'agent', members: [seat('ada')] }), comment)
  const step = { ...untouched({ id: 's1', owner: 'ada', description: '', acceptance: '', dependsOn: [] }), state }
  const data = { ...noPlan, version: 1, committed: true, steps: [step] }
  return { ...session, run: { ...session.run, mode: 'plan', phase: 'reviewing', data, ...more } } as unknown as Session
}

describe('sending comments back to a step', () => {
  test.each(['finished', 'accepted'] as const)('is possible once it is %s', (state) => {
    expect(domain.accept(planning(state), send({ step: 's1' })).facts).toMatchObject([
      { type: 'line.sent', step: 's1' },
    ])
  })

  test.each([
    ['failed', {}, 'nobody works on it any more'],
    ['skipped', {}, 'nobody works on it any more'],
    ['running', {}, 'is not done yet'],
    ['accepted', { limit: { which: 'time', exhausted: false } }, 'A limit of this run is reached'],
    ['accepted', { phase: 'completed' }, 'has ended'],
  ] as const)('is refused if it is %s with %j, which nobody would ever read', (state, more, why) => {
    const { refusal, facts } = domain.accept(planning(state, more), send({ step: 's1' }))
    expect(refusal?.message).toContain(why)
    expect(facts.some(({ type }) => type === 'line.sent')).toBe(false)
  })

  test('is taken back if the run ends before the step has run again', () => {
    const at = { seq: 1, at: 0 }
    const after = (...facts: readonly object[]) =>
      facts.reduce<Session>((now, one) => evolveBuild(now, { ...at, ...one } as never), planning('accepted'))
    const sent = fact('line.sent', { comments: ['c1'], to: 'ada', text: 'Why?' }, { step: 's1' })
    const again = { type: 'step.state', data: { step: 's1', from: 'accepted', to: 'reopened' } }
    const end = { type: 'run.finished', data: {} }
    expect(states(after(sent))).toEqual(['sent'])
    expect(states(after(sent, end))).toEqual(['open'])
    expect(states(after(sent, again, end))).toEqual(['sent'])
  })
})
