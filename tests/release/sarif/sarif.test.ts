import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, sarifOf } from '@convene/reading'
import Ajv from 'ajv-draft-04'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'

const checker = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false })
formats.default(checker)
const isSarif = checker.compile(JSON.parse(readFileSync(join(import.meta.dirname, 'schema.json'), 'utf8')))

const finding: Finding = {
  path: 'src/a.ts',
  line: 2,
  severity: 'high',
  title: 'The total is never rounded',
  why: 'It grows.',
  confidence: 80,
  agreedBy: ['Ada', 'Bert'],
}
const by = { version: '1.2.3', reviewers: 3 }

const problems = (value: unknown) =>
  isSarif(value) ? [] : (isSarif.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)

test.each<[string, readonly Finding[]]>([
  ['nothing', []],
  ['one finding', [finding]],
  ['every severity', (['low', 'medium', 'high', 'critical'] as const).map((severity) => ({ ...finding, severity }))],
  [
    'paths that are not URLs',
    ['a b/ü.ts', 'a#b?.ts', '100%.ts', 'a\\b.ts', '[x]/{y}.ts', 'a:b.ts'].map((path) => ({ ...finding, path })),
  ],
  ['a finding without supporters', [{ ...finding, why: '', agreedBy: [], confidence: null }]],
])('a review with %s is valid SARIF', (_name, findings) => {
  expect(problems(sarifOf(findings, by))).toEqual([])
})

test('a path is unchanged after a reader has decoded it', () => {
  const read = (path: string) => {
    const { runs } = JSON.parse(JSON.stringify(sarifOf([{ ...finding, path }], by)))
    const { uri } = runs[0].results[0].locations[0].physicalLocation.artifactLocation
    return decodeURIComponent(new URL(uri, 'file:///shop/').pathname)
  }
  for (const path of ['src/a.ts', 'a b/ü.ts', 'a#b?.ts', '100%.ts', 'a:b.ts']) expect(read(path)).toBe(`/shop/${path}`)
  expect(read('half \ud800.ts')).toBe('/shop/half \ufffd.ts')
})

test('the schema refuses invalid SARIF', () => {
  const log = JSON.parse(JSON.stringify(sarifOf([finding], by)))
  log.runs[0].results[0].level = 'terrible'
  delete log.runs[0].tool.driver.name
  expect(problems(log)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\/runs\/0\/results\/0\/level must be equal/u),
      expect.stringMatching(/^\/runs\/0\/tool\/driver must have required property 'name'/u),
    ]),
  )
})
