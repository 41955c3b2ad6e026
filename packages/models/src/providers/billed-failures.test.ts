import { faultNamed, type ModelServer, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelOfDialect, modelsAt, partsOf, requestOf } from './models.fixture.ts'

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const lastOf = async (model: string) =>
  (await partsOf(modelsAt(server.url).stream(requestOf(model), new AbortController().signal))).at(-1)

const used = { input: 100, output: 900 }

describe.each(Object.values(modelOfDialect))('a failed call to %s', (model) => {
  test('that only reasoned costs what the provider counted', async () => {
    server.script(() => ({ text: '', reasoning: 'Hm.', usage: { ...used, cached: 0 } }))
    expect(await lastOf(model)).toMatchObject({ code: 'empty_reply', usage: used })
  })

  test('that a filter stopped costs what the provider counted', async () => {
    server.script(() => ({ text: 'Half', finish: 'filtered', usage: { ...used, cached: 0 } }))
    expect(await lastOf(model)).toMatchObject({ code: 'refused', usage: used })
  })

  test('that broke off costs an unknown amount', async () => {
    server.script(() => faultNamed('reset-in-text') ?? {})
    expect(await lastOf(model)).toMatchObject({ type: 'failed', usage: null })
  })

  test('that was refused costs nothing', async () => {
    server.script(() => ({ kind: 'fault', name: 'busy', send: (wire) => wire.error('overloaded', 503) }))
    expect(await lastOf(model)).not.toHaveProperty('usage')
  })

  test('that was refused inside a stream costs nothing', async () => {
    server.script(() => ({
      kind: 'fault',
      name: 'busy',
      send: (wire) => {
        const frame = wire.dialect.errorFrame('overloaded', 503, wire.request.model)
        return wire.streaming([{ act: 'write', bytes: wire.encode(frame) }])
      },
    }))
    const last = await lastOf(model)
    expect(last?.type).toBe('failed')
    expect(last).not.toHaveProperty('usage')
  })
})
