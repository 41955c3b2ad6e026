import { expect, test } from 'vitest'
import { begun, seat } from '../../session/session.fixture.ts'
import type { Run } from '../../state/session.ts'
import { membersSection } from './prompts.ts'

const told = (more: object) => membersSection(begun({ members: [seat('ash', { name: 'Ash', ...more })] }).run as Run)

test('the lead reads what a member does rather than its charter’s title', () => {
  const prompt = '# Ash\n\n## Identity\n\n- **Name:** Ash\n- **Role:** Tester\n\n> Breaks things on purpose.\n'
  expect(told({ prompt, role: 'Tester', useFor: 'fuzzing, load' })).toBe(
    '## Members\n\n- **Ash**: Tester. Breaks things on purpose. Use for: fuzzing, load. Model: test/model.',
  )
  expect(told({ prompt: '# Ash', role: 'Tester' })).toBe('## Members\n\n- **Ash**: Tester. Model: test/model.')
})
