import { expect, test } from 'vitest'
import { commandArtifacts, isTestRun } from './command-artifacts.ts'

test.each([
  'npm test',
  'npm run test:unit -- --watch=false',
  'CI=1 npx vitest run src',
  'cd api && python3 -m pytest -q',
  'go test ./...',
  'cargo test --all',
  './node_modules/.bin/jest',
  './gradlew test',
  'make check',
  'node --test',
  '(bundle exec rspec)',
])('runs tests: %s', (command) => expect(isTestRun(command)).toBe(true))

test.each([
  'grep -rn pytest .',
  'npm install jest',
  'echo npm test',
  'cat test.log',
  'make',
  'go build ./test',
  'git test-branch',
])('does not run tests: %s', (command) => expect(isTestRun(command)).toBe(false))

test('a test run is stored as a test result, whether it passed or failed', () => {
  expect(commandArtifacts({ command: 'npm  test', ok: false, output: '1 failed' })).toEqual([
    { kind: 'test', title: 'npm test: failed', text: '1 failed' },
  ])
})

test('output that is too long is stored as a log, shorter output is not', () => {
  expect(commandArtifacts({ command: 'make', ok: true, output: 'x', log: '/h/outputs/1.log' })).toEqual([
    { kind: 'log', title: 'make', path: '/h/outputs/1.log' },
  ])
  expect(commandArtifacts({ command: 'ls', ok: true, output: 'x' })).toEqual([])
})

test('an endless command line is read quickly', () => {
  for (const part of ['A=1 ', 'npx ', './', '(', 'npm -x '])
    expect(commandArtifacts({ command: part.repeat(50_000), ok: true, output: '' })).toEqual([])
})
