import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import type { ContextLine } from '../effect/request.ts'
import { emptyList, items } from '../list/list.ts'
import { begun, domain, ends, reply, runStart, START, seat, told, underWay } from '../session/session.fixture.ts'
import { fill, unknownVariables } from './system.ts'

const systemOf = (start: Parameters<typeof begun>[0]) => {
  const session = underWay(begun(start))
  return domain.prompt(session, Object.values(session.started)[0] as ModelEffect).system
}

describe('the system prompt', () => {
  test('has the agent, its role and its team in the first line, then the folder, and no date', () => {
    expect(systemOf({ members: [seat('ada', { seat: 'agent' })] })).toBe(
      'You are ADA, agent of the team ad hoc.\n\nWorking directory: /project\n\nYou are ada.',
    )
  })

  test('omits the prefix if the agent asks for that', () => {
    expect(systemOf({ members: [seat('ada', { usePrefix: false })] })).toBe(
      'You are ADA, member of the team ad hoc.\n\nYou are ada.',
    )
  })

  test('fills in variables: built-in ones win over the agent’s, which win over the settings’', () => {
    const members = [
      seat('ada', {
        usePrefix: false,
        prompt: '{{project}} {{style}} {{agent_name}} {{workspace_name}}',
        variables: { style: 'calm', agent_name: 'x' },
      }),
    ]
    expect(systemOf({ members, settings: { variables: { project: 'P', style: 'loud' } } })).toContain(
      '\n\nP calm ADA project',
    )
  })
})

describe('the date', () => {
  const NEXT_DAY = START + 24 * 60 * 60_000
  const asksOf = (session: ReturnType<typeof begun>) =>
    [...items(Object.values(session.tasks)[0]?.lines ?? emptyList<ContextLine>())].filter(({ role }) => role === 'user')
  const later = (session: ReturnType<typeof begun>, at: number) =>
    underWay(told(session, { type: 'run', goal: 'And now?', run: runStart() }, at))

  test('is in the first message and not in the system prompt, which stays the same every day', () => {
    const first = underWay(begun())
    const answered = ends(first, 'ada', reply('So.'))
    const second = later(answered, NEXT_DAY)
    const system = (session: typeof first) =>
      domain.prompt(session, Object.values(session.started)[0] as ModelEffect).system
    expect(system(second)).toBe(system(first))
    expect(asksOf(first)[0]).toMatchObject({ text: '# Respond\n\nCurrent date: 2026-01-02\n\nWhy?' })
  })

  test('is repeated only for an agent that continues on another day', () => {
    const answered = ends(underWay(begun()), 'ada', reply('So.'))
    expect(asksOf(later(answered, START + 1_000)).at(-1)).not.toMatchObject({ text: expect.stringContaining('date') })
    expect(asksOf(later(answered, NEXT_DAY)).at(-1)).toMatchObject({
      text: expect.stringContaining('Current date: 2026-01-03'),
    })
  })

  test('is not given to an agent without the prefix', () => {
    const session = underWay(begun({ members: [seat('ada', { usePrefix: false })] }))
    expect(asksOf(session)).toMatchObject([{ text: '# Respond\n\nWhy?' }])
  })
})

test('only variables without a value are reported', () => {
  const agent = {
    prompt: 'In {{ style }} for {{agent_name}}: {{project}}, {{typo}}, {{typo}}.',
    variables: { style: 'calm' },
  }
  expect(unknownVariables(agent, { project: 'P' })).toEqual(['typo'])
})

describe('filling in variables', () => {
  test('happens once: a value that looks like a variable stays as is', () => {
    expect(fill('{{a}}', { a: '{{b}}', b: 'no' })).toBe('{{b}}')
  })

  test('leaves unknown names alone, and never reads a prototype', () => {
    expect(fill('{{nobody}} {{constructor}} {{ a }}', { a: '1' })).toBe('{{nobody}} {{constructor}} 1')
  })
})
