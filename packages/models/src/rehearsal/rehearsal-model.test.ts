import { type ContextLine, estimateTokens } from '@convene/domain'
import type { Files, ModelPart } from '@convene/engine'
import { describe, expect, test } from 'vitest'
import { answer, citationsIn, inMemory, partsOf, requestOf, respond, SHOP, user } from './rehearsal.fixture.ts'
import { rehearsalModel } from './rehearsal-model.ts'

test('an image is listed as not seen', async () => {
  const image = { hash: 'a'.repeat(64), mediaType: 'image/png', bytes: 70, name: 'logo.png' } as const
  const line: ContextLine = { role: 'user', text: '# Respond\n\nWhat does the logo show?', images: [image] }
  expect(await answer(inMemory(SHOP), requestOf('/w', 'Security', [line]))).toContain(
    'a rehearsal cannot see: logo.png: PNG image, 70 bytes',
  )
})

test.each(['Earlier in this session', 'The answer that the user picked', 'Missing responses'])(
  'the section "%s" is not mistaken for what the user asked',
  async (section) => {
    const shown = `# Respond\n\nWho counts login failures?\n\n## ${section}\n\n> Kafka keeps zebras.`
    const text = await answer(inMemory(SHOP), requestOf('/w', 'Security', [user(shown)]))
    expect(text).toContain('**Asked** “Who counts login failures?”')
    expect(text).not.toMatch(/Kafka|zebras/u)
  },
)

test('a goal that starts with a heading is still answered', async () => {
  const text = await answer(inMemory(SHOP), requestOf('/w', 'Security', [user('# Respond\n\n## Fix\n\nThe login.')]))
  expect(text).toContain('**Asked** “')
  expect(text).not.toContain('**Asked** “”')
})

test('lines that others have quoted are acknowledged, but not quoted again', async () => {
  const files = inMemory(SHOP)
  const goal = 'Find out how login errors are handled'
  const first = await respond(files, '/w', 'Architect', goal)
  const shown = `# Respond\n\n${goal}\n\n## Previous responses\n\n### Architect [m2]\n\n${first}`
  const second = await answer(files, requestOf('/w', 'Security', [user(shown)]))
  const places = (text: string): readonly string[] => citationsIn(text).map(({ path, line }) => `${path}:${line}`)
  const [own = '', heard = ''] = second.split('**Heard before**')
  expect(places(own).length).toBeGreaterThan(0)
  expect(places(own).filter((place) => places(first).includes(place))).toEqual([])
  expect(heard).toMatch(/^\n- \*\*Architect\*\* \[m2\]: `/)
})

test('a follow-up is answered as asked', async () => {
  const lines: readonly ContextLine[] = [
    user('# Respond\n\nFind out how login errors are handled'),
    { role: 'assistant', text: 'So.', calls: [] },
    user('# Follow-up\n\nWho keeps the query in memory?'),
  ]
  expect(await answer(inMemory(SHOP), requestOf('/w', 'Head', lines))).toContain('“Who keeps the query in memory?”')
})

test('an unknown heading is answered like a question', async () => {
  const text = await answer(inMemory(SHOP), requestOf('/w', 'Head', [user('# Something else\n\nFix the login')]))
  expect(text).toContain('**Asked** “Fix the login”')
})

describe('delegation', () => {
  const delegateWork = {
    name: 'delegateWork',
    description: 'Hands work on.',
    input: { type: 'object', properties: { agentName: { type: 'string', enum: ['qa', 'ux'] } } },
  }
  const asked = { ...requestOf('/w', 'Lead', [user('# Respond\n\nFix the login')]), tools: [delegateWork as never] }

  test('happens once, to the first agent on the list', async () => {
    const input = { agentName: 'qa', workDescription: 'Fix the login' }
    expect(await partsOf(inMemory(SHOP), asked)).toContainEqual(
      expect.objectContaining({ type: 'call', tool: 'delegateWork', input: expect.objectContaining(input) }),
    )
    const told: ContextLine = { role: 'tool', call: 'c1' as never, tool: 'delegateWork', ok: true, output: 'Done.' }
    const lines = [user('# Respond\n\nFix the login'), { role: 'assistant', text: '', calls: [] } as ContextLine, told]
    const again = await partsOf(inMemory(SHOP), { ...requestOf('/w', 'Lead', lines), tools: [delegateWork as never] })
    expect(again.at(-1)).toMatchObject({ type: 'finish', finish: 'stop' })
  })

  test('ends with a report by the agent that got the work', async () => {
    const tools = [{ name: 'reportOut', description: 'Ends it.', input: {} } as never]
    const parts = await partsOf(inMemory(SHOP), { ...requestOf('/w', 'QA', [user('# Task\n\nFix it')]), tools })
    expect(parts[0]).toMatchObject({ type: 'call', tool: 'reportOut' })
    expect(JSON.stringify(parts[0])).toContain('Not carried out')
  })
})

describe('the stream', () => {
  const request = requestOf('/w', 'QA', [user('# Respond\n\nFix the login')])

  test('arrives in small parts and ends with a token estimate', async () => {
    const parts = await partsOf(inMemory(SHOP), request)
    const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    expect(texts.length).toBeGreaterThan(10)
    const input = estimateTokens(request.system) + estimateTokens('# Respond\n\nFix the login')
    const usage = { input, cached: 0, output: estimateTokens(texts.join('')) }
    expect(parts.at(-1)).toEqual({ type: 'finish', finish: 'stop', usage })
  })

  test('keeps its pace: at most two seconds for the longest answer, and less for a short one', async () => {
    const waits: number[] = []
    const model = rehearsalModel({ files: inMemory(SHOP), pause: async (ms) => void waits.push(ms) })
    for await (const _ of model.stream(request, new AbortController().signal));
    const total = waits.reduce((sum, ms) => sum + ms, 0)
    expect(total).toBeGreaterThan(300)
    expect(total).toBeLessThan(2_000)
  })

  test('is cut at the output limit, and reports that', async () => {
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
