import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

test('a command line is split into its arguments as typed', () => {
  expect(commandLine('npx -y "my server" --root \'/a b\' $HOME')).toEqual({
    command: 'npx',
    args: ['-y', 'my server', '--root', '/a b', '$HOME'],
  })
})
