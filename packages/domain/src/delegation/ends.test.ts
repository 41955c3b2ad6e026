import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import { toArray } from '../list/list.ts'
import { begun, domain, ends, reply, seat, settled, told, underWay, wanted } from '../session/session.fixture.ts'
import type { Session } from '../session/state.ts'

const read = { name: 'read', description: '', input: {}, permission: 'read', readOnly: true, timeoutMs: 1 }
const settings = { permissions: [{ layer: 'user', rules: { '*': 'allow' } }], tools: { read } }
const members = [seat('lead', { delegates: 'all' }), seat('coder')]

/** Lead has handed work to coder, in a run that may make so many tool calls. */
function handed(maxToolCalls: number | null, from?: Session): Session {
  const session = from ?? underWay(begun({ mode: 'delegate', members, settings, limits: { maxToolCalls } }))
  const input = { agentName: 'coder', workDescription: 'Do it.', reportExpectations: 'What you did.' }
  return underWay(ends(session, 'lead', reply('', { calls: [{ tool: 'delegateWork', input }], finish: 'tools' })))
}
const wants = (session: Session, tool: string, input: object): Session =>
  ends(session, 'coder', reply('', { calls: [{ tool, input: { ...input } }], finish: 'tools' }))

/** What lead is told when coder has reported. */
function heard(session: Session, report: string): readonly string[] {
  const back = underWay(wants(session, 'reportOut', { report }))
  const [call] = Object.values(back.started)
  return toArray(domain.prompt(back, call as ModelEffect).lines).flatMap((line) =>
    line.role === 'tool' ? [line.output] : [],
  )
}

describe('the cap of tool calls', () => {
  test('is not used up by the call that waits for a delegate', () => {
    const reading = wants(handed(1), 'read', {})
    expect(wanted(reading).map(({ kind }) => kind)).toContain('inspect')
  })

  test('does not keep work from being handed on, nor a report from being heard', () => {
    expect(heard(handed(0), 'Done without.')).toEqual(['Done without.'])
  })
})

test('a limit that is reached while a delegate reports does not lose the report', () => {
  const limited = settled(handed(null), [fact('budget', { which: 'tokens', spent: 1, reserved: 0, cap: 1 })])
  expect(heard(limited, 'Just in time.')).toEqual(['Just in time.'])
})

test('a stop after the end ends what is at work once, and everything under it', () => {
  const over = ends(underWay(begun({ mode: 'delegate', members, settings })), 'lead', reply('Done.'))
  const working = handed(null, underWay(told(over, { type: 'message', text: 'And?' })))
  const { facts } = domain.accept(working, { type: 'stop' })
  expect(facts.map(({ type, task }) => [type, task])).toEqual([['task.finished', '1/follow-up-m3/lead']])
  expect(told(working, { type: 'stop' }).tasks).toEqual({})
})
