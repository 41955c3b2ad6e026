// Tests a program that uses a team, without a model: node --test testing.ts
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convene, defineAgent, defineTool } from '@convene/cli/sdk'
import { calls, fails, fault, on, says, scriptedModel, startModelServer } from '@convene/cli/testing'
import { z } from 'zod'

const clerk = defineAgent({ name: 'Clerk', prompt: 'You answer questions about the stock.' })
const stock = defineTool({
  name: 'stock',
  description: 'How many pieces of an article are in stock',
  input: z.object({ article: z.string() }),
  readOnly: true,
  run: ({ article }) => `${article}: 12 pieces`,
})

test('the clerk looks into the stock before it answers', async () => {
  const model = scriptedModel(calls('stock', { article: 'lamp' }), says('Twelve lamps.'))
  const team = convene({ store: 'memory', tools: [stock], models: { test: model } })
  const run = await team.run({ goal: 'How many lamps?', agents: [clerk], model: 'test/x' })
  assert.equal((await run.result).answer, 'Twelve lamps.')
  assert.equal(model.requests[1]?.messages.at(-1)?.text, 'lamp: 12 pieces')
  model.assertSpent()
  await team.close()
})

test('a key that is not accepted ends the run, and is not tried again', async () => {
  const model = scriptedModel(fails('unauthorized'))
  const team = convene({ store: 'memory', models: { test: model } })
  const run = await team.run({ goal: 'How many lamps?', agents: [clerk], model: 'test/x' })
  assert.equal((await run.result).state, 'failed')
  model.assertSpent()
  await team.close()
})

test('an answer that breaks off on the way is asked for again', async () => {
  const server = await startModelServer({ replies: [on({}, fault('truncated-in-text'), { text: 'Twelve.' })] })
  const environment = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${server.url}/v1` }
  const team = convene({ store: 'memory', environment })
  const run = await team.run({ goal: 'How many lamps?', agents: [clerk], model: 'openai/any' })
  assert.equal((await run.result).answer, 'Twelve.')
  assert.equal(server.requests.length, 2)
  await team.close()
  await server.close()
})
