import { listOf, type SessionId } from '@convene/domain'
import { describeModel, type ModelStory } from '@convene/testkit'
import { expect, test } from 'vitest'
import { modelOf } from './own-model.ts'
import type { ModelFunction, ModelPart } from './types.ts'

const request = {
  session: 'S' as SessionId,
  model: 'mine/x',
  system: 'You are Ada.',
  lines: listOf({ role: 'user' as const, text: 'Hello' }),
  tools: [],
  maxOutput: 1_000,
  idleMs: 1_000,
  workspace: '/workspace',
  directory: '/workspace',
  agent: 'ada',
  conversation: '1/ada',
}

/** The contract's stories, as a function would tell them. */
async function* told(story: ModelStory): AsyncGenerator<string | ModelPart> {
  if (story.does === 'hang' || story.does === 'break off') yield 'Apples'
  if (story.does === 'hang') await new Promise(() => {})
  if (story.does === 'break off')
    yield { type: 'failed', code: 'stream_truncated', message: 'It broke off.', retryable: true }
  if (story.does === 'fail') {
    const retryable = story.code === 'rate_limited'
    yield { type: 'failed', code: story.code, message: 'No.', retryable, retryAfterMs: 7_000 }
  }
  if (story.does === 'call badly') yield { type: 'call', tool: story.tool, input: '{"pa', invalid: 'not JSON' }
  if (story.does !== 'answer') return
  if (story.reasoning) yield { type: 'reasoning', text: story.reasoning }
  yield* (story.text ?? '').split(/(?<= )/u)
  for (const call of story.calls ?? []) yield { type: 'call', ...call }
  const { finish, usage } = story
  if (finish || usage) yield { type: 'finish', ...(finish && { finish }), ...(usage && { usage }) }
}

await describeModel('of a function', async () => {
  let story: ModelStory = { does: 'hang' }
  const model: ModelFunction = () => told(story)
  return {
    model: modelOf('mine', model),
    request,
    tell: (next) => {
      story = next
    },
    close: async () => {},
  }
})

test('a function that ignores the abort is abandoned, and its later errors are ignored', async () => {
  const late = Promise.withResolvers<string>()
  const abort = new AbortController()
  const parts = modelOf('mine', () => late.promise).stream(request, abort.signal)
  const ended = parts[Symbol.asyncIterator]().next()
  abort.abort()
  expect((await ended).done).toBe(true)
  late.reject(new Error('too late'))
})
