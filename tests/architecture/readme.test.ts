import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundledAll, newFolder } from '../process/bundled.ts'

const repository = join(import.meta.dirname, '../..')
const packages = globSync('packages/*/package.json', { cwd: repository }).map((file) => dirname(file))
const readmeOf = (name: string) => readFileSync(join(repository, name, 'README.md'), 'utf8')
let example: (name: string) => string

beforeAll(async () => {
  const folder = newFolder()
  const written = packages.map((name) => {
    const [, code = ''] = /^```ts\n([\s\S]+?)^```$/m.exec(readmeOf(name)) ?? []
    const file = join(folder, `${basename(name)}.ts`)
    writeFileSync(file, code)
    return [basename(name), file] as const
  })
  example = await bundledAll(Object.fromEntries(written))
})

describe.each(packages)('the README of %s', (name) => {
  test('says what the package contains and what it does not', () => {
    expect(readmeOf(name)).toMatch(
      /^# @convene\/[\w-]+\n\n[^\n#]+\.\n\n## What is here\n[\s\S]+\n## What is not here\n[\s\S]+\n## Example\n/,
    )
  })

  test('has an example that runs and prints what the README shows', () => {
    const [, expected = ''] = /^```text\n([\s\S]+?)^```$/m.exec(readmeOf(name)) ?? []
    const { stdout, stderr } = spawnSync(process.execPath, [example(basename(name))], {
      cwd: join(repository, name),
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    })
    expect({ stdout, stderr }).toEqual({ stdout: expected, stderr: '' })
  })
})
