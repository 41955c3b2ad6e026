import { type ModelServer, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Recording, readRecordings } from './recording.ts'
import { type Cut, problemsWith } from './replay.ts'

const folder = process.env.CONVENE_RECORDINGS
const recordings = folder ? readRecordings(folder) : []
const cuts: readonly Cut[] = [null, 1, 7, 1_000]

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

describe.skipIf(!folder)('recorded exchanges with real providers (CONVENE_RECORDINGS names their folder)', () => {
  test('exist', () => expect(recordings).not.toEqual([]))

  test.each(recordings.map((recording) => [recording.dialect, recording.id, recording] as const))(
    '%s: %s',
    async (_dialect, _id, recording) => {
      for (const cut of cuts)
        expect({ cut, problems: await problemsWith(server, recording, cut) }).toEqual({ cut, problems: [] })
    },
  )
})

describe('a replay notices', () => {
  const answer = (...said: readonly [delta: object, finish?: string][]): Recording => ({
    dialect: 'chat-test',
    id: 'test#0',
    kind: 'stream',
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    request: null,
    body: said
      .map(([delta, finish = null]) => ({
        choices: [{ index: 0, delta, finish_reason: finish }],
        usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
      }))
      .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
      .join(''),
  })
  const call = (path: string) => ({
    tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: JSON.stringify({ path }) } }],
  })
  const right = answer([{ content: 'Red.' }], [call('a.md')], [{}, 'tool_calls'])
  const refused: Recording = { ...right, kind: 'error', status: 401, body: '{"error":{"message":"Bad key."}}' }

  test('nothing if the answer matches the recording', async () => {
    expect(await problemsWith(server, right, null)).toEqual([])
    expect(await problemsWith(server, right, 1)).toEqual([])
    expect(await problemsWith(server, refused, null)).toEqual([])
  })

  test.each([
    ['another text', answer([{ content: 'Blue.' }], [call('a.md')], [{}, 'tool_calls']), /^text/],
    ['another input', answer([{ content: 'Red.' }], [call('b.md')], [{}, 'tool_calls']), /^calls/],
    ['another end', answer([{ content: 'Red.' }], [call('a.md')], [{}, 'length']), /^finish/],
    [
      'other counts',
      { ...right, body: right.body?.replaceAll('"completion_tokens":2', '"completion_tokens":3') },
      /^usage/,
    ],
    ['a broken stream', answer([{ content: 'Red.' }]), /stream_truncated/],
    ['a refusal', refused, /unauthorized/],
  ])('%s', async (_what, wire, problem) => {
    expect((await problemsWith(server, right, null, wire)).join('\n')).toMatch(problem)
  })

  test("another error, and one without the provider's words", async () => {
    const other = { ...refused, status: 404 }
    const silent = { ...refused, body: '{"error":{"message":"No."}}' }
    expect((await problemsWith(server, refused, null, other)).join()).toMatch(/expected unauthorized/)
    expect((await problemsWith(server, refused, null, silent)).join()).toMatch(/the message lacks "Bad key."/)
  })
})
