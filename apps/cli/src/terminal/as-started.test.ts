import { expect, test } from 'vitest'
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

test.each([{}, { npm_package_name: 'somebody-else', npm_lifecycle_event: 'start' }, { npm_lifecycle_event: 'npx' }])(
  'started otherwise (%j), the command is convene',
  (environment) => {
    expect(startedAs(environment)).toBe('convene')
    expect(asStarted({ command: 'convene' }, 'convene resume x')).toBe('convene resume x')
  },
)
