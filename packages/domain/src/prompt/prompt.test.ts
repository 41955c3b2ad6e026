import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import { begun, domain, seat, underWay } from '../session/session.fixture.ts'
import { fill, unknownVariables } from './system.ts'

const systemOf = (start: Parameters<typeof begun>[0]) => {
  const session = underWay(begun(start))
  return domain.prompt(session, Object.values(session.started)[0] as ModelEffect).system
}

describe('the system prompt', () => {
  test('names the agent, its role and its team in the first line, then the place and the time at which the run started', () => {
    expect(systemOf({ members: [seat('ada', { seat: 'agent' })] })).toBe(
      'You are ADA, agent of the team ad hoc.\n\nWorking directory: /project\nCurrent date: 2026-01-02\n\nYou are ada.',
    )
  })

  test('leaves the prefix out where the agent says so', () => {
    expect(systemOf({ members: [seat('ada', { usePrefix: false })] })).toBe(
      'You are ADA, member of the team ad hoc.\n\nYou are ada.',
    )
  })

  test("fills variables: the agent's over the settings', the built-in over both", () => {
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

test('a variable that nothing fills is named, and one that something fills is not', () => {
  const agent = {
    prompt: 'In {{ style }} for {{agent_name}}: {{project}}, {{typo}}, {{typo}}.',
    variables: { style: 'calm' },
  }
  expect(unknownVariables(agent, { project: 'P' })).toEqual(['typo'])
})

describe('filling', () => {
  test('happens once: a value that looks like a variable stays as it is', () => {
    expect(fill('{{a}}', { a: '{{b}}', b: 'no' })).toBe('{{b}}')
  })

  test('leaves unknown names alone, and reads nothing from a prototype', () => {
    expect(fill('{{nobody}} {{constructor}} {{ a }}', { a: '1' })).toBe('{{nobody}} {{constructor}} 1')
  })
})
