import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptParts, optionalPackages } from '@convene/extensions'
import { contract, peopleRoutes } from '@convene/protocol'
import { describe, expect, test } from 'vitest'

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const settings = [...textOf('docs/guide/settings.md').matchAll(/`([\w.]+)`/gu)].map(([, name]) => name)
const pages = [
  ...[...textOf('apps/web/src/shell/app.tsx').matchAll(/path="([^"]+)"/gu)].map(([, path]) => path),
  ...[...textOf('apps/web/src/settings/settings-page.tsx').matchAll(/id: '(\w+)'/gu)].map(
    ([, id]) => `/settings/${id}`,
  ),
]

describe.each(Object.entries(keptParts))('what the core keeps for %s', (name, keeps) => {
  test('is kept for a package on the list', () => {
    expect(optionalPackages.map((each) => each.name)).toContain(name)
  })

  test('are calls of the contract', () => {
    expect(Object.keys(contract)).toEqual(expect.arrayContaining([...(keeps.routes ?? [])]))
  })

  test('are pages of the page', () => {
    expect(pages).toEqual(expect.arrayContaining([...(keeps.pages ?? [])]))
  })

  test('are settings', () => {
    expect(settings).toEqual(expect.arrayContaining([...(keeps.settings ?? [])]))
  })
})

test('the package for teams names every call about people', () => {
  expect(keptParts['@convene/team']?.routes?.toSorted()).toEqual(Object.keys(peopleRoutes).toSorted())
})
