import { StorageFailure } from '@convene/engine'
import { expect, test } from 'vitest'
import { explain } from './explain.ts'
import type { CliProgram } from './program.ts'
import { noStyle } from './terminal/style.ts'

async function explained(
  error: unknown,
): Promise<{ readonly code: number; readonly said: string; readonly kept: unknown[] }> {
  let said = ''
  const kept: unknown[] = []
  const program = {
    home: '/home/ada/.convene',
    terminal: { err: { style: noStyle, write: (text: string) => (said += text) } },
    telemetry: async () => ({ log: (...line: unknown[]) => kept.push(line), flush: async () => {} }),
  } as unknown as CliProgram
  return { code: await explain(program, error), said, kept }
}

test.each([
  [new StorageFailure('disk_full', 'The disk is full.'), 1, 'The disk is full.'],
  [new StorageFailure('damaged', 'The database is damaged.'), 1, 'damaged'],
  [new StorageFailure('read_only', 'The data folder cannot be written.'), 2, 'cannot be written'],
  [new StorageFailure('newer_version', 'A newer Convene wrote this.'), 2, 'newer'],
  [new StorageFailure('unreleased_format', 'From before the first release.'), 2, 'first release'],
  [Object.assign(new Error('no'), { code: 'EMFILE' }), 2, 'Too many open files. Raise the limit'],
  [Object.assign(new Error('no'), { code: 'ENOTDIR', path: '/home/ada/file' }), 2, 'CONVENE_HOME'],
])('%s is one message with its exit code', async (error, code, text) => {
  const result = await explained(error)
  expect(result.code).toBe(code)
  expect(result.said).toContain(text)
  expect(result.said.trimEnd()).not.toContain('\n')
})

test('an internal error is shown without its stack, which goes to the log', async () => {
  const { code, said, kept } = await explained(new TypeError('undefined is not a seat'))
  expect(code).toBe(1)
  expect(said).toContain('/home/ada/.convene/logs')
  expect(said).not.toContain('    at ')
  expect(JSON.stringify(kept)).toContain('explain.test.ts')
})
