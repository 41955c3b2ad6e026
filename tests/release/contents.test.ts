import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { repositoryOf } from '../../scripts/package/stage.mjs'
import { componentsOf } from '../../scripts/release/components.mjs'
import { billOfMaterials, thirdPartyLicences } from '../../scripts/release/documents.mjs'

const components = componentsOf(fileURLToPath(new URL('../..', import.meta.url)))
const named = components.map(({ name }) => name)

test('everything installed, compiled into the page or needed by those is part of a release', () => {
  expect(named).toEqual(expect.arrayContaining(['zod', 'hono', 'react', 'katex', 'scheduler']))
  expect(named.some((name) => name.startsWith('node-'))).toBe(true)
  expect(named.filter((name) => name.startsWith('@convene/') || name === 'vitest')).toEqual([])
})

test('every package of a release has a licence', () => {
  expect(components.filter(({ license, text }) => license === 'unknown' && text === '').map(({ ref }) => ref)).toEqual(
    [],
  )
  const text = thirdPartyLicences(components)
  for (const { ref } of components) expect(text).toContain(`${ref}\n`)
  expect(text.split('The MIT License (MIT)').length).toBeLessThan(components.length)
})

test('the bill of materials names each package once, and everything it refers to', () => {
  const bill = billOfMaterials({
    name: '@convene/cli',
    version: '1.2.3',
    license: 'MIT',
    date: '2026-01-01',
    components,
  })
  const refs = bill.components.map((each) => each['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([])
  const reached = new Set<string>()
  const visit = (ref: string): void => {
    if (reached.has(ref)) return
    reached.add(ref)
    for (const other of bill.dependencies.find((each) => each.ref === ref)?.dependsOn ?? []) visit(other)
  }
  visit('@convene/cli@1.2.3')
  expect(refs.filter((ref) => !reached.has(ref))).toEqual([])
  for (const { purl } of bill.components) expect(purl).toMatch(/^pkg:npm\/(?:%40[^/@]+\/)?[^/@]+@[^@]+$/u)
})

test('a package built by a workflow names its repository, as provenance requires', () => {
  const workflow = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'ada/convene' }
  expect(repositoryOf(workflow)).toEqual({ repository: { type: 'git', url: 'git+https://github.com/ada/convene.git' } })
  expect(repositoryOf({})).toEqual({})
})
