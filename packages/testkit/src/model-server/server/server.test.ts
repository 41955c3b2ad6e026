import { afterEach, describe, expect, test } from 'vitest'
import { on } from '../rules.ts'
import { type ModelServer, type ModelServerOptions, startModelServer } from './server.ts'

let server: ModelServer | undefined
const start = async (options?: ModelServerOptions) => {
  server = await startModelServer(options)
  return server
}
afterEach(async () => {
  await server?.close()
  server = undefined
})

const body = (more: object = {}, content = '# Respond\nHello') =>
  JSON.stringify({
    model: 'm',
    messages: [
      { role: 'system', content: 'You are Ada, member of the team T.' },
      { role: 'user', content },
    ],
    ...more,
  })

const post = (url: string, text = body(), init: RequestInit = {}) =>
  fetch(`${url}/v1/chat/completions`, { method: 'POST', body: text, ...init })

const said = async (response: Response) => {
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] }
  return choices[0]?.message.content
}

const ask = async (url: string, text?: string) => said(await post(url, text))

describe('the model server', () => {
  test('answers by the first rule that matches heading, agent, model and words', async () => {
    const { url } = await start({
      replies: [
        on({ heading: 'Plan' }, { text: 'planned' }),
        on({ agent: 'Bert' }, { text: 'Bert' }),
        on({ model: 'other' }, { text: 'other model' }),
        on({ contains: 'secret' }, { text: 'found' }),
        on({ heading: 'Respond', agent: 'Ada' }, { text: 'Ada responds' }),
      ],
    })
    expect(await ask(url, body({}, 'Some words.\n# Plan\nGo'))).toBe('planned')
    expect(await ask(url, body({ model: 'other' }))).toBe('other model')
    expect(await ask(url, body({}, '# Respond\nthe secret'))).toBe('found')
    expect(await ask(url)).toBe('Ada responds')
    expect(await ask(url, body({}, 'no heading'))).toMatch(/^Ada answers \(/)
  })

  test('gives the replies of a rule in turn, then repeats the last', async () => {
    const { url } = await start({
      replies: [on({}, { text: 'one' }, (request) => ({ text: `two ${request.number}` }))],
    })
    expect([await ask(url), await ask(url), await ask(url)]).toEqual(['one', 'two 2', 'two 3'])
  })

  test('uses the heading of the last user message that has one', async () => {
    const messages = [
      { role: 'user', content: '# Respond\nFirst' },
      { role: 'assistant', content: '# Not asked' },
      { role: 'user', content: 'continue' },
    ]
    const { url, requests } = await start()
    await ask(url, JSON.stringify({ model: 'm', messages }))
    expect(requests[0]).toMatchObject({ heading: 'Respond', agent: undefined, number: 1, path: '/v1/chat/completions' })
  })

  test('sends one chunk per part, the role first, the usage last and only on request', async () => {
    const { url } = await start({
      replies: () => ({ text: 'abcdef', parts: 3, usage: { input: 5, cached: 2, output: 1 } }),
    })
    const text = await (await post(url, body({ stream: true, stream_options: { include_usage: true } }))).text()
    const events = text.trim().split('\n\n')
    expect(events.at(-1)).toBe('data: [DONE]')
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)))
    expect(chunks.map((chunk) => chunk.choices[0]?.delta)).toEqual([
      { role: 'assistant', content: '' },
      { content: 'ab' },
      { content: 'cd' },
      { content: 'ef' },
      {},
      undefined,
    ])
    expect(chunks.at(-1).usage).toMatchObject({ prompt_tokens: 5, prompt_tokens_details: { cached_tokens: 2 } })
    expect(await (await post(url, body({ stream: true }))).text()).not.toContain('usage')
  })

  test('lists its models like OpenAI, Google and Ollama', async () => {
    const { url } = await start({ models: ['llama-test'] })
    const list = async (path: string) => (await fetch(`${url}${path}`)).json()
    expect(await list('/v1/models')).toMatchObject({ object: 'list', data: [{ id: 'llama-test' }] })
    expect(await list('/v1beta/models')).toMatchObject({ models: [{ name: 'models/llama-test' }] })
    expect(await list('/api/tags')).toMatchObject({ models: [{ name: 'llama-test' }] })
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404)
  })

  test('notices clients that leave in the middle, and counts no others', async () => {
    const started = await start({ replies: () => ({ text: 'slowly', parts: 6, delayMs: 60_000 }) })
    const leave = new AbortController()
    const response = await post(started.url, body({ stream: true }), { signal: leave.signal })
    expect(started.sockets()).toBe(1)
    leave.abort()
    await expect(response.text()).rejects.toThrow()
    await started.until(({ aborted }) => aborted.length === 1)
    started.script(() => ({ text: 'quick' }))
    expect(await ask(started.url)).toBe('quick')
    expect(started.aborted).toEqual([started.requests[0]])
  })

  test('reports a script that throws to the client instead of hanging', async () => {
    const { url } = await start({
      replies: () => {
        throw new Error('bad script')
      },
    })
    const response = await post(url)
    expect(response.status).toBe(418)
    expect(await response.text()).toContain('bad script')
  })

  test('serves 200 streams of 100 parts at once', async () => {
    const { url, requests } = await start({ replies: () => ({ text: 'x'.repeat(100), parts: 100 }) })
    const texts = await Promise.all(
      Array.from({ length: 200 }, async () => (await post(url, body({ stream: true }))).text()),
    )
    expect(texts.every((text) => text.split('"content":"x"').length === 101)).toBe(true)
    expect(requests).toHaveLength(200)
  })

  test('closes while answers hang', async () => {
    const started = await startModelServer({ replies: () => new Promise(() => {}) })
    const hanging = post(started.url).catch((error: Error) => error.name)
    await started.until(({ requests }) => requests.length === 1)
    await started.close()
    expect(await hanging).toBe('TypeError')
  })
})
