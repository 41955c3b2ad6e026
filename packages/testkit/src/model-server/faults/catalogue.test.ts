import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProviderName, providers } from '../providers.fixture.ts'
import type { DialectName } from '../request.ts'
import { type ModelServer, startModelServer } from '../server/server.ts'
import { faultCases, faultCasesOf, faultNamed } from './catalogue.ts'
import type { FaultCase, FaultGroup } from './fault-case.ts'
import { fuzzedStream } from './fuzz.ts'

/** Ollama's own API has no package. */
type Packaged = Exclude<DialectName, 'ollama'>

const providerOf: { readonly [dialect in Packaged]: ProviderName } = {
  chat: 'openai chat',
  responses: 'openai responses',
  messages: 'anthropic',
  gemini: 'google',
  converse: 'bedrock',
}
const dialects = Object.keys(providerOf) as Packaged[]

const asked = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Tell me.' }] }] }

type Ending = {
  text: string
  calls: number
  finish: string | undefined
  error: (Error & { statusCode?: number }) | undefined
}

/** How the real provider reads the server's answer. */
async function heard(dialect: Packaged, url: string, abortSignal?: AbortSignal): Promise<Ending> {
  const ending: Ending = { text: '', calls: 0, finish: undefined, error: undefined }
  try {
    const { stream } = await providers[providerOf[dialect]](url).doStream({ ...asked, abortSignal })
    for await (const part of stream) {
      if (part.type === 'text-delta') ending.text += part.delta
      if (part.type === 'tool-call') ending.calls++
      if (part.type === 'finish') ending.finish = part.finishReason.unified
      if (part.type === 'error') ending.error ??= part.error as Error
    }
  } catch (error) {
    ending.error = error as Error
  }
  return ending
}

describe('the catalogue', () => {
  test('has no duplicate names, and finds each fault by name', () => {
    expect(new Set(faultCases.map((entry) => entry.name)).size).toBe(faultCases.length)
    for (const entry of faultCases) expect(faultNamed(entry.name)).toBe(entry.fault)
  })

  test.each([
    ['status', 25],
    ['stream', 16],
    ['malformed', 47],
    ['call', 46],
    ['finish', 12],
    ['odd', 40],
  ] as const)('has enough faults in the group %s', (group: FaultGroup, least) => {
    const counts = dialects.map((dialect) => faultCasesOf(dialect).filter((entry) => entry.group === group).length)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(least)
  })

  test('names a code for every end that is not an answer, and for no other', () => {
    for (const { name, expect: end } of faultCases) {
      const isAnswer = end.outcome === 'complete' || end.outcome === 'incomplete'
      expect([name, end.code === undefined]).toEqual([name, isAnswer])
    }
  })
})

describe.each(dialects)('the real provider of %s', (dialect) => {
  let server: ModelServer
  beforeAll(async () => {
    server = await startModelServer()
  })
  afterAll(() => server.close())

  const cases = faultCasesOf(dialect)
  const named = (entries: readonly FaultCase[]) => entries.map((entry) => [entry.name, entry] as const)
  const isAnswer = ({ expect: { outcome } }: FaultCase) => outcome === 'complete' || outcome === 'incomplete'
  const isTaken = (entry: FaultCase) =>
    isAnswer(entry) &&
    !entry.expect.needs &&
    !entry.forgiven &&
    !(dialect === 'messages' && entry.name === 'unknown-event')

  test.each(named(cases.filter(isTaken)))('accepts %s as an answer', async (_, entry) => {
    server.script(() => entry.fault)
    const ending = await heard(dialect, server.url)
    expect(ending.error).toBeUndefined()
    expect(['stop', 'tool-calls', 'length']).toContain(ending.finish)
    if (entry.expect.text !== undefined) expect(ending.text).toBe(entry.expect.text)
  })

  test.each(named(cases.filter((entry) => entry.group === 'status' && entry.name !== 'redirect')))(
    'sees the status of %s',
    async (_, entry) => {
      server.script(() => entry.fault)
      const { error } = await heard(dialect, server.url)
      expect(error?.name).toBe('AI_APICallError')
      expect(error?.statusCode).toBeGreaterThanOrEqual(400)
    },
  )

  test.each(named(cases.filter(({ expect: { needs } }) => needs !== undefined)))(
    'waits forever in %s, and the server sees it leave',
    async (_, entry) => {
      server.script(() => entry.fault)
      const [asked, left] = [server.requests.length, server.aborted.length]
      const leave = new AbortController()
      const ending = heard(dialect, server.url, leave.signal)
      await server.until(({ requests }) => requests.length > asked)
      leave.abort()
      await ending
      await server.until(({ aborted }) => aborted.length > left)
      expect(server.aborted.at(-1)).toBe(server.requests.at(-1))
    },
  )

  const broken = cases.filter(
    (entry) => !isAnswer(entry) && entry.group !== 'status' && entry.expect.needs === undefined,
  )
  test.each(named(broken))('finishes after %s, and is served the next time', async (_, entry) => {
    server.script(() => entry.fault)
    await heard(dialect, server.url)
    server.script(() => ({ text: 'Well again.' }))
    expect(await heard(dialect, server.url)).toMatchObject({ text: 'Well again.', finish: 'stop', error: undefined })
  })

  test('finishes after each of twenty fuzzed streams', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      server.script(() => fuzzedStream(seed))
      await heard(dialect, server.url)
    }
    server.script(() => ({ text: 'Well again.' }))
    expect((await heard(dialect, server.url)).text).toBe('Well again.')
  })
})
