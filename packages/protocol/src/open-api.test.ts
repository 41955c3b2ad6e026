import { describe, expect, test } from 'vitest'
import { contract } from './contract.ts'
import { openApi } from './open-api.ts'
import type { Route } from './route.ts'

type Operation = { operationId: string; parameters: { name: string; in: string }[]; responses: object }
const document = openApi('1.2.3') as { paths: { [path: string]: { [method: string]: Operation } } }

describe.each(Object.entries(contract) as [string, Route][])('%s in the OpenAPI document', (name, route) => {
  const path = route.path.replaceAll(/:(\w+)/gu, '{$1}')
  const operation = document.paths[path]?.[route.method.toLowerCase()]

  test('is listed under its path and method', () => {
    expect(operation?.operationId).toBe(name)
    expect(Object.keys(operation?.responses ?? {})).toContain(String(route.status ?? 200))
  })

  test('has every parameter of its path and query', () => {
    const named = (place: string) =>
      operation?.parameters.filter((each) => each.in === place).map((parameter) => parameter.name)
    expect(named('path')).toEqual(Array.from(path.matchAll(/\{(\w+)\}/gu), ([, part]) => part))
    expect(named('query')).toEqual(Object.keys(route.query?.shape ?? {}))
  })
})

test('no two routes share path and method', () => {
  const places = Object.values(contract).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(places).size).toBe(places.length)
})

test('the document survives a JSON round trip', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

const text = JSON.stringify(document)
const references = [...new Set(Array.from(text.matchAll(/"\$ref":"([^"]*)"/gu), ([, place = '']) => place))]

test.each(references)('%s points to an existing schema', (place) => {
  const parts = place.replace(/^#\//u, '').split('/')
  const found = parts.reduce<unknown>(
    (value, part) => (value as { [part: string]: unknown } | undefined)?.[part],
    document,
  )
  expect(found).toBeTypeOf('object')
})

test('every schema that a separate document would define is among the shared ones, under a name', () => {
  expect(references.length).toBeGreaterThan(10)
  expect(text).not.toContain('$defs')
  expect(text).not.toContain('__schema')
  for (const place of references) expect(place).toMatch(/^#\/components\/schemas\/[A-Z]\w*$/u)
})

test('input schemas are closed: unknown fields are refused, and the document says so', () => {
  const { properties, additionalProperties } = schemaOf('/api/approvals/{id}')
  expect(Object.keys(properties)).toEqual(['answer', 'pattern', 'reason'])
  expect(additionalProperties).toBe(false)
})

function schemaOf(path: string): { properties: object; additionalProperties?: boolean } {
  const { post } = document.paths[path] as unknown as { post: { requestBody: { content: Content } } }
  return post.requestBody.content['application/json'].schema
}

type Content = { 'application/json': { schema: { properties: object; additionalProperties?: boolean } } }
