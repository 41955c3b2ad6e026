import { expect, test } from 'vitest'
import { stepOf } from './step.ts'

const asked = (rawInput: object, more: object = {}) =>
  stepOf({ sessionId: 's', options: [], toolCall: { toolCallId: 't', title: 'Do it', rawInput, ...more } } as never)

test.each([
  [['bash', '-lc', 'ls -l'], 'ls -l'],
  [['/bin/sh', '-c', 'ls'], 'ls'],
  [['/usr/bin/bash', '-c', 'ls'], 'ls'],
  [['./bash', '-c', 'ls'], './bash -c ls'],
  [['/opt/bin/sh', '-c', 'ls'], '/opt/bin/sh -c ls'],
  [['bash', '-c', '"$@"', '_', 'rm', 'x'], `bash -c '"$@"' _ rm x`],
  [['git', 'commit', '-m', 'a b'], "git commit -m 'a b'"],
])('the command %j is judged as %s', (command, line) => expect(asked({ command }).command).toBe(line))

test('no part of a command is left out', () => {
  expect(asked({ command: 'git', args: ['push', '-f'] }).command).toBe('git push -f')
  expect(asked({ command: 'ls', script: 'rm -r x' }).command).toBe('ls\nrm -r x')
  expect(asked({ command: { run: 'rm' } }, { kind: 'execute' })).toMatchObject({ command: 'Do it', cut: ['command'] })
  expect(asked({ command: 'ls', cwd: '/etc' })).toMatchObject({ command: 'ls', workdir: '/etc' })
})

test('parts that are too long or too many are marked as cut', () => {
  const long = 'x'.repeat(20_001)
  expect(asked({ command: 'ls' }).cut).toBeUndefined()
  expect(asked({ command: `true; ${long}` }).cut).toEqual(['command'])
  expect(asked({ url: long }).cut).toEqual(['url'])
  expect(asked({}, { title: long }).cut).toEqual(['title'])
  expect(asked({}, { content: [{ type: 'diff', path: 'a', oldText: '', newText: long }] }).cut).toEqual(['changes'])
  const locations = Array.from({ length: 51 }, (_, index) => ({ path: `${index}.txt` }))
  expect(asked({}, { kind: 'edit', locations }).cut).toEqual(['paths'])
  expect(asked({}, { kind: 'edit', locations: locations.slice(1) }).cut).toBeUndefined()
})
