import { expect, test } from 'vitest'
import { Agent } from './agent.ts'

test.each([
  ['a zero-width space', 'Co\u200bder'],
  ['a hidden tag', 'Coder\u{e0041}'],
  ['a variation selector', 'Coder\ufe00'],
])('an agent cannot pass for another by %s in its name', (_what, name) => {
  const agent = { name, slug: 'other', prompt: 'Answer.' }
  expect(Agent.safeParse(agent).error?.issues[0]?.message).toBe('must not contain invisible characters')
})

test('names keep the invisible characters that their script or emoji needs', () => {
  for (const name of ['👩‍💻 Dev', 'می‌خواهم', 'Ada'])
    expect(Agent.safeParse({ name, slug: 'other', prompt: 'Answer.' }).success).toBe(true)
})
