import { expect, test } from 'vitest'
import { withRemedy } from './remedy.ts'

test('a refused run names the option or command that helps', () => {
  const refusal = { code: 'no_agents', message: 'The mode panel needs members: name them, or choose a team.' }
  expect(withRemedy(refusal)).toMatch(/choose a team\. Choose agents with --agents a,b or a team with --team\.$/u)
})

test.each([
  ['a code without a remedy', { code: 'illegal_command', message: 'The run is paused.' }],
  [
    'a message that already names a command',
    { code: 'session_not_found', message: 'No. `convene sessions restore` lists them.' },
  ],
  ['an unknown code', { code: 'constructor', message: 'No.' }],
])('%s is shown unchanged', (_, refusal) => expect(withRemedy(refusal)).toBe(refusal.message))
