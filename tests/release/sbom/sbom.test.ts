import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { componentsOf } from '../../../scripts/release/components.mjs'
import { billOfMaterials } from '../../../scripts/release/documents.mjs'

const schema = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, `${name}.schema.json`), 'utf8'))
const checker = new Ajv({ strict: false, allErrors: true, schemas: [schema('spdx'), schema('jsf-0.82')] })
formats.default(checker)
// For fields that our bills never have.
for (const name of ['idn-email', 'iri-reference']) checker.addFormat(name, true)
const isBill = checker.compile(schema('bom-1.6'))

const problems = (value: unknown) =>
  isBill(value) ? [] : (isBill.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)

const about = { name: '@convene/cli', version: '1.2.3', license: 'MIT', date: '2026-01-01' }
const components = componentsOf(fileURLToPath(new URL('../../..', import.meta.url)))
/** The bill as a reader of the file parses it. */
const bill = (parts = components) => JSON.parse(JSON.stringify(billOfMaterials({ ...about, components: parts })))

test("a release's bill of materials is valid CycloneDX", () => {
  expect(components.length).toBeGreaterThan(100)
  expect(problems(bill())).toEqual([])
})

test('licences have their SPDX names, so programs can check them', () => {
  const known: readonly string[] = schema('spdx').enum
  const given = bill().components.flatMap(({ licenses = [] }: Licensed) => licenses.map((each) => each.expression))
  const words = new Set(given.flatMap((text: string) => text.split(/[() ]+|\b(?:AND|OR|WITH)\b/u)).filter(Boolean))
  expect(words).toContain('MIT')
  expect([...words].filter((word) => !known.includes(String(word)))).toEqual([])
})

type Licensed = { readonly licenses?: readonly { readonly expression: string }[] }

const odd = { ref: 'a@1.0.0', name: 'a', version: '1.0.0', license: 'unknown', text: '', needs: [] }

test.each([
  ['unknown', undefined],
  ['(MIT OR Apache-2.0)', [{ expression: '(MIT OR Apache-2.0)' }]],
  ['SEE LICENSE IN LICENSE.txt', [{ license: { name: 'SEE LICENSE IN LICENSE.txt' } }]],
])('a package under the licence %s can be part of it', (license, licenses) => {
  const found = bill([{ ...odd, license }])
  expect(problems(found)).toEqual([])
  expect(found.components[0].licenses).toEqual(licenses)
})

test('the schema refuses invalid CycloneDX', () => {
  const wrong = bill()
  wrong.specVersion = 1.6
  wrong.components[0].type = 'package'
  wrong.components.push(wrong.components[1])
  wrong.metadata.timestamp = 'yesterday'
  expect(problems(wrong)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\/specVersion must be string/u),
      expect.stringMatching(/^\/components\/0\/type must be equal/u),
      expect.stringMatching(/^\/components must NOT have duplicate items/u),
      expect.stringMatching(/^\/metadata\/timestamp must match format "date-time"/u),
    ]),
  )
})
