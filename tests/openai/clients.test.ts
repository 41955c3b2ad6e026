import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { answers, hangs, type ScriptedModel, says, scriptedModel, temporaryFolder } from '@convene/testkit'
import { generateText, streamText } from 'ai'
import OpenAI from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import { served } from '../mcp-server/served.ts'

/** A server whose teams' models follow a script, and third-party clients. */
async function clients(model: ScriptedModel) {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const [home, workspace] = [folder.file('home'), folder.file('workspace')]
  for (const path of [home, workspace]) mkdirSync(path, { mode: 0o700 })
  const providers = { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ model: 'local/x', server: { openai: true }, providers }))
  const { program, server } = await served({ home, workspace, environment: {}, model })
  const baseURL = `${server.address}/v1`
  const openai = new OpenAI({ baseURL, apiKey: server.token, maxRetries: 0 })
  const sdk = createOpenAICompatible({ name: 'convene', baseURL, apiKey: server.token })
  const phase = async () => (await (await program.store()).log.list({ limit: 1 }))[0]?.phase
  return { openai, sdk, phase }
}

const ask = { role: 'user', content: 'Why?' } as const

test('openai lists the teams, and one of them answers a chat, complete and streamed', async () => {
  const { openai } = await clients(scriptedModel(says('Because.'), says('So.')))
  const models = (await openai.models.list()).data.map(({ id }) => id)
  expect(models).toEqual(expect.arrayContaining(['convene/panel', 'convene/quick-panel']))
  const whole = await openai.chat.completions.create({ model: 'convene/agent', messages: [ask] })
  expect(whole.choices[0]?.message.content).toBe('Because.')
  expect(whole.usage?.total_tokens).toBeGreaterThan(0)
  const stream = openai.chat.completions.stream({
    model: 'convene/agent',
    messages: [ask],
    stream_options: { include_usage: true },
  })
  expect(await stream.finalContent()).toBe('So.')
  expect((await stream.totalUsage()).total_tokens).toBeGreaterThan(0)
})

test('openai requests a response, complete and streamed, and a later one continues the session', async () => {
  const model = scriptedModel(says('Because.'), says('Still.'))
  const { openai } = await clients(model)
  const first = await openai.responses.create({ model: 'convene/agent', input: 'Why?' })
  expect([first.status, first.output_text]).toEqual(['completed', 'Because.'])
  const next = { model: 'convene/agent', input: 'And now?', previous_response_id: first.id }
  const stream = openai.responses.stream(next)
  const kinds: string[] = []
  for await (const { type } of stream) kinds.push(type)
  const second = await stream.finalResponse()
  expect(second.output_text).toBe('Still.')
  expect(first.metadata).toMatchObject({ state: 'completed' })
  expect(second.metadata).toEqual({ session: first.metadata?.session })
  expect(kinds[0]).toBe('response.created')
  expect(kinds).toContain('response.reasoning_summary_text.delta')
  expect(kinds.at(-1)).toBe('response.completed')
  expect(JSON.stringify(model.requests[1])).toMatch(/Why\?.*Because\..*And now\?/su)
  expect(second.usage?.total_tokens).toBeGreaterThan(0)
})

test('openai receives a mistake as its own kind of error', async () => {
  const { openai } = await clients(scriptedModel(says('x')))
  const asked = openai.chat.completions.create({ model: 'gpt-4o', messages: [ask] })
  await expect(asked).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  const forced = openai.responses.create({ model: 'convene/agent', input: 'Why?', tool_choice: 'required' })
  await expect(forced).rejects.toMatchObject({ status: 400, code: 'tools_unsupported' })
  for (const previous_response_id of ['resp_01KE0000000000000000000001_0', 'resp_x'])
    await expect(
      openai.responses.create({ model: 'convene/agent', input: 'Why?', previous_response_id }),
    ).rejects.toMatchObject({ status: 404 })
})

test.each(['chat', 'response'])('openai stops the team by aborting a %s', async (kind) => {
  const model = scriptedModel(hangs())
  const { openai, phase } = await clients(model)
  const abort = new AbortController()
  const options = { signal: abort.signal }
  const asked =
    kind === 'chat'
      ? openai.chat.completions.create({ model: 'convene/agent', messages: [ask], stream: true }, options)
      : openai.responses.create({ model: 'convene/agent', input: 'Why?', stream: true }, options)
  const reading = asked.then(async (stream) => {
    for await (const _ of stream);
  })
  reading.catch(() => undefined)
  await model.until(({ requests }) => requests.length > 0)
  abort.abort()
  await expect.poll(phase).toBe('cancelled')
})

test("the AI SDK gets a team's answer, complete and streamed, with the working agents as its reasoning", async () => {
  const model = scriptedModel(answers(({ agent }) => `I am ${agent}.`))
  const { sdk } = await clients(model)
  const whole = await generateText({ model: sdk('convene/broadcast'), prompt: 'Who are you?', maxRetries: 0 })
  expect(whole.text).toMatch(/^## .+\n\nI am .+/u)
  expect(whole.usage.totalTokens).toBeGreaterThan(0)
  const stream = streamText({ model: sdk('convene/agent'), prompt: 'Who are you?', maxRetries: 0 })
  let text = ''
  for await (const part of stream.textStream) text += part
  expect(text).toMatch(/^I am .+\.$/u)
  expect(await stream.reasoningText).toContain('has begun.')
})
