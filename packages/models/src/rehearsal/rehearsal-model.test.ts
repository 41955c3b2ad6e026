import { estimateTokens, type Line } from '@convene/domain'
import type { Files, ModelPart } from '@convene/engine'
import { describe, expect, test } from 'vitest'
import { rehearsalModel } from './rehearsal-model.ts'
import { answer, citationsIn, expectTrue, inMemory, partsOf, requestOf, respond, SHOP, user } from './trial.ts'

test('an image is listed as not seen', async () => {
  const image = { hash: 'a'.repeat(64), mediaType: 'image/png', bytes: 70, name: 'logo.png' } as const
  const line: Line = { role: 'user', text: '# Respond\n\nWhat does the logo show?', images: [image] }
  expect(await answer(inMemory(SHOP), requestOf('/w', 'Security', [line]))).toContain(
    'a rehearsal cannot see: logo.png: PNG image, 70 bytes',
  )
})

describe('what others said', () => {
  const goal = 'Find out how login errors are handled'

  test('is addressed by name: agreement, additions and differences', async () => {
    const files = inMemory(SHOP)
    const first = await respond(files, '/w', 'Architect', goal)
    const shown = `# Respond\n\n${goal}\n\n## Previous responses\n\n### Architect [m2]\n\n${first}`
    const second = await answer(files, requestOf('/w', 'Security', [user(shown)]))
    expect(second).toMatch(/\*\*Architect\*\* \[m2\]: I agree on `[^`]+:\d+`.*; I add `/)
    const places = (text: string): readonly string[] => citationsIn(text).map(({ path, line }) => `${path}:${line}`)
    const again = places(second).filter((place) => !place.startsWith('goal:') && places(first).includes(place))
    expect(again).toEqual([])
    expectTrue(second, (path) => SHOP[path] ?? '', goal)
  })

  test('is quoted if a language model said it, and words that no file has are listed', async () => {
    const shown = `# Respond\n\n${goal}\n\n## Previous responses\n\n### Grace [m7]\n\nHello. Login errors go to Kafka first, I think.`
    const text = await answer(inMemory(SHOP), requestOf('/w', 'Security', [user(shown)]))
    expect(text).toContain('**Grace** [m7]: says “Login errors go to Kafka first, I think.”')
    expect(text).toContain('no file I read has *Kafka*')
  })

  test('and asked is used to answer a follow-up', async () => {
    const lines: readonly Line[] = [
      user(`# Respond\n\n${goal}`),
      { role: 'assistant', text: 'The gateway counts login failures. Nothing else is known.', calls: [] },
      user('# Follow-up\n\nWho keeps the query in memory, and who counts failures?'),
    ]
    const text = await answer(inMemory(SHOP), requestOf('/w', 'Head', lines))
    expect(text).toContain('**Asked now**, a question: `question:1` “Who keeps the query in memory')
    expect(text).toContain('I said “The gateway counts login failures.”')
    expect(text).toContain('`src/cache.ts:1`')
  })
})

test.each(['Earlier in this session', 'The answer that the user picked', 'Missing responses'])(
  'the section "%s" is not mistaken for what the user asked',
  async (section) => {
    const shown = `# Respond\n\nWho counts login failures?\n\n## ${section}\n\n> Kafka keeps zebras.`
    const text = await answer(inMemory(SHOP), requestOf('/w', 'Security', [user(shown)]))
    expect(text).toContain('“Who counts login failures?”')
    expect(text).not.toMatch(/Kafka|zebras/u)
  },
)

describe('each heading', () => {
  const heading = (text: string): Promise<string> => answer(inMemory(SHOP), requestOf('/w', 'Worker', [user(text)]))

  test('Task reports that nothing was changed', async () => {
    const text = await heading(
      '# Task\n\n## Original User Request (context)\n\nSell more\n\n## Your Assigned Task\n\nFix the login test',
    )
    expect(text).toContain('**Task**, a task: `goal:1` “Fix the login test”')
    expect(text).toContain('no file was changed')
  })

  test('Title gives a short name without a label', async () => {
    expect(await heading('# Title\n\n## Fix the login, please!\nSoon.')).toBe('Fix the login, please')
    expect((await heading(`# Title\n\n${'word '.repeat(50)}`)).length).toBeLessThanOrEqual(61)
  })

  test('Summary and Summarize quote, and are labeled', async () => {
    const said = 'We decided to keep one process. The cache works. What is next for the login?'
    expect(await heading(`# Summary\n\n${said}`)).toMatch(/^\*Rehearsal: [\s\S]*“We decided to keep one process\.”/)
    expect(await heading(`# Summarize\n\n${said.replaceAll('. ', '.\n')}`)).toMatch(
      /\*\*Decisions\*\*\n- “We decided[\s\S]*\*\*Pending\*\*\n- “What is next/,
    )
  })

  test('that is unknown is answered like Respond', async () => {
    expect(await heading('# Something else\n\nFix the login')).toContain('**Asked**, a task: `goal:1` “Fix the login”')
  })
})

describe('the stream', () => {
  const request = requestOf('/w', 'QA', [user('# Respond\n\nFix the login')])

  test('arrives in small parts and ends with a token estimate', async () => {
    const parts = await partsOf(inMemory(SHOP), request)
    const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    expect(texts.length).toBeGreaterThan(30)
    const input = estimateTokens(request.system) + estimateTokens('# Respond\n\nFix the login')
    const usage = { input, cached: 0, output: estimateTokens(texts.join('')) }
    expect(parts.at(-1)).toEqual({ type: 'finish', finish: 'stop', usage })
  })

  test('keeps its pace, at most two seconds for the longest answer and less for a short one', async () => {
    const waits: number[] = []
    const model = rehearsalModel({ files: inMemory(SHOP), pause: async (ms) => void waits.push(ms) })
    for await (const _ of model.stream(request, new AbortController().signal));
    const total = waits.reduce((sum, ms) => sum + ms, 0)
    expect(total).toBeGreaterThan(300)
    expect(total).toBeLessThan(2_000)
  })

  test('is cut at the output limit, and says so', async () => {
    const parts = await partsOf(inMemory(SHOP), { ...request, maxOutput: 20 })
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finish: 'length', usage: { output: 20 } })
  })

  test('stops without a finish when aborted, even while it waits', async () => {
    const controller = new AbortController()
    const never = new Promise<void>(() => {})
    let pauses = 0
    const pause = (): Promise<void> => {
      if (++pauses < 3) return Promise.resolve()
      queueMicrotask(() => controller.abort())
      return never
    }
    const parts: ModelPart[] = []
    for await (const part of rehearsalModel({ files: inMemory(SHOP), pause }).stream(request, controller.signal))
      parts.push(part)
    expect(parts.map((part) => part.type)).toEqual(['text', 'text'])
  })

  test('ends as a failure if reading files throws', async () => {
    const broken: Files = { list: () => Promise.reject(new Error('broken')), read: async () => undefined }
    expect(await partsOf(broken, request)).toMatchObject([{ type: 'failed', code: 'server_error', retryable: false }])
  })
})
