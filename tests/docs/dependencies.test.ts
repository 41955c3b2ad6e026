import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(repository, file), 'utf8')
const text = read('docs/dependencies.md')

type Manifest = { readonly [kind: string]: { readonly [name: string]: string } }

const installed = globSync('{package.json,{packages,apps}/*/package.json}', { cwd: repository }).flatMap((file) => {
  const manifest = JSON.parse(read(file)) as Manifest
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  )
})
const foreign = [...new Set(installed)].filter((name) => !/^@(convene|types)\//u.test(name))

test('every dependency has a row that says why it is there', () => {
  expect(foreign.length).toBeGreaterThan(40)
  expect(foreign.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test('no row names a package that is gone', () => {
  const rows = [...text.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \| .* \| .* \| [^|]+ \|$/gmu)].map(
    ([, names = '']) => names,
  )
  const named = rows.flatMap((names) => [...names.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => name !== '@types/*' && !foreign.includes(name))).toEqual([])
})
