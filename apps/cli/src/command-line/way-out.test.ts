import { expect, test } from 'vitest'
import { withWayOut } from './way-out.ts'

test('a refusal of a run is told with the option or command that helps', () => {
  const refusal = { code: 'no_agents', message: 'The mode panel needs members: name them, or choose a team.' }
  expect(withWayOut(refusal)).toMatch(/choose a team\. Name them with --agents a,b or choose a --team\.$/u)
})

test.each([
  ['a code that needs none', { code: 'illegal_command', message: 'The run is paused.' }],
  ['one that says it already', { code: 'session_not_found', message: 'No. `convene sessions restore` lists them.' }],
  ['a code of nothing', { code: 'constructor', message: 'No.' }],
])('%s is told as it is', (_, refusal) => expect(withWayOut(refusal)).toBe(refusal.message))
