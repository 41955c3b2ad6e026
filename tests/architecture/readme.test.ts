import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const packages = globSync('packages/*/package.json', { cwd: repository }).map((file) => dirname(file))

describe.each(packages)('the README of %s', (name) => {
  const text = readFileSync(join(repository, name, 'README.md'), 'utf8')

  test('says what is here and what is not', () => {
    expect(text).toMatch(
      /^# @convene\/\w+\n\n[^\n#]+\.\n\n## What is here\n[\s\S]+\n## What is not here\n[\s\S]+\n## Example\n/,
    )
  })

  test('has an example that runs and prints what it says', () => {
    const [, code = ''] = /^```ts\n([\s\S]+?)^```$/m.exec(text) ?? []
    const [, expected = ''] = /^```text\n([\s\S]+?)^```$/m.exec(text) ?? []
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', code], {
      cwd: join(repository, name),
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    })
    expect({ stdout, stderr }).toEqual({ stdout: expected, stderr: '' })
  })
})
