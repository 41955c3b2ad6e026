import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type ListedOption, optionKindOf, optionsOn } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const options = optionsOn('sdk').filter(
  ({ within, ...each }) => within !== 'limits' || optionKindOf(each).type === 'number',
)

/** Values that a program may write for an option. */
function valuesFor(option: ListedOption): readonly unknown[] {
  const kind = optionKindOf(option)
  if (kind.type === 'flag') return [true, false]
  if (kind.type === 'choice') return kind.choices
  if (kind.type === 'number') return [kind.whole ? kind.min : kind.min + 0.5]
  return kind.type === 'list' ? [['one', 'two']] : ['text']
}

const written = ({ key, within }: ListedOption, value: unknown): string =>
  JSON.stringify({ goal: 'Why?', ...(within === 'limits' ? { limits: { [key]: value } } : { [key]: value }) })

/** What the compiler says about a program that uses the types of the library. */
function compiled(lines: readonly string[]): string {
  const types = JSON.stringify(join(root, 'packages/sdk/src/types.ts'))
  const folder = folderOf({
    'program.ts': [`import type { RunOptions } from ${types}`, ...lines].join('\n'),
    'package.json': '{ "type": "module" }',
  })
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--allowImportingTsExtensions']
  const built = ['--noEmit', '--module', 'nodenext', '--target', 'es2024', '--ignoreConfig']
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, ...built, ...strict, join(folder, 'program.ts')], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout
}

test('a program can write every declared option of a run, with each of its values', () => {
  const uses = options.flatMap((option) => valuesFor(option).map((value) => written(option, value)))
  expect(compiled(uses.map((use, index) => `export const run${index}: RunOptions = ${use}`))).toBe('')
})

test('the compiler finds an option that does not exist, and a value of the wrong kind for each that does', () => {
  const wrong = [...options.map((option) => written(option, { wrong: true })), '{ "goal": "Why?", "hurry": true }']
  const found = compiled(wrong.map((use, index) => `export const run${index}: RunOptions = ${use}`))
  expect(new Set(found.match(/program\.ts\(\d+/gu)).size).toBe(wrong.length)
})
