import { expect, test } from 'vitest'
import { commands } from '../commands/commands.ts'
import { asStarted, startedAs } from './as-started.ts'

test('commands to copy match how the program was started', () => {
  const npm = { command: startedAs({ npm_package_name: 'convene-workspace', npm_lifecycle_event: 'start' }) }
  expect(asStarted(npm, 'resume: convene resume 5V8Q2K7N, or `convene approvals answer x once`')).toBe(
    'resume: npm start -- resume 5V8Q2K7N, or `npm start -- approvals answer x once`',
  )
  expect(asStarted(npm, 'convene: The run is over. They convene daily.')).toBe(
    'convene: The run is over. They convene daily.',
  )
})

test('every command of the program is rewritten, so that none is missed when it is added', () => {
  const npm = { command: 'npm start --' }
  for (const { name } of commands.filter(({ name }) => name !== ''))
    expect(asStarted(npm, `Next: convene ${name}`)).toBe(`Next: npm start -- ${name}`)
})

test('under npx the command is npx convene', () => {
  const npx = { command: startedAs({ npm_lifecycle_event: 'npx', npm_lifecycle_script: "'convene'" }) }
  expect(asStarted(npx, 'Your turn: convene run "x". Or `npx convene demo`.')).toBe(
    'Your turn: npx convene run "x". Or `npx convene demo`.',
  )
})

test.each([{}, { npm_package_name: 'somebody-else', npm_lifecycle_event: 'start' }, { npm_lifecycle_event: 'npx' }])(
  'if started another way (%j), the command is convene',
  (environment) => {
    expect(startedAs(environment)).toBe('convene')
    expect(asStarted({ command: 'convene' }, 'convene resume x')).toBe('convene resume x')
  },
)
