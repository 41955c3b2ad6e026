import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { partsOf, replyOf, result, textIn, trial, user } from './acp.fixture.ts'
import { acpModels } from './acp-models.ts'

type Message = { readonly id?: number; readonly method?: string; readonly [key: string]: unknown }
type Write = (message: object | string) => void

/** An agent that completes the handshake, opens a session, and then misbehaves on every further message. */
function hostile(misbehave: (message: Message, write: Write) => void) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const child = Object.assign(new EventEmitter(), { stdin, stdout, stderr, stdio: [stdin, stdout, stderr] })
  const write: Write = (message) =>
    void stdout.write(typeof message === 'string' ? message : `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const heard: Message[] = []
  const replies: { readonly [method: string]: object } = {
    initialize: { protocolVersion: 1, agentCapabilities: {} },
    'session/new': { sessionId: 's' },
  }
  stdin.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString('utf8').split('\n').filter(Boolean)) {
      const message = JSON.parse(line) as Message
      heard.push(message)
      const known = replies[message.method ?? '']
      if (known) write({ id: message.id, result: known })
      else misbehave(message, write)
    }
  })
  const end = async () => {
    for (const stream of child.stdio) stream.destroy()
    child.emit('close', null, 'SIGKILL')
  }
  const folder = temporaryFolder()
  const models = acpModels({
    agents: async () => ({ test: { command: process.execPath } }),
    environment: process.env,
    version: '1.2.3',
    launch: () => ({ process: child as never, end }),
  })
  onTestFinished(async () => {
    await models.close()
    folder[Symbol.dispose]()
  })
  const request = trial().request
  return { heard, ask: (...lines: Parameters<typeof request>[0]) => partsOf(models, request(lines)) }
}

const says = (text: string) => ({
  method: 'session/update',
  params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
})
const ends = (id: number | undefined) => ({ id, result: { stopReason: 'end_turn' } })
const asks = (id: unknown, options: unknown, toolCall: unknown = { toolCallId: 't', title: 'Do it' }) => ({
  id,
  method: 'session/request_permission',
  params: { sessionId: 's', toolCall, options },
})
const once = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }]

test('an endless line is cut off at its limit, and the agent is ended', async () => {
  const chunk = 'x'.repeat(4_000_000)
  const { ask } = hostile((message, write) => {
    if (message.method === 'session/prompt') for (let count = 0; count < 25; count += 1) write(chunk)
  })
  expect((await ask(user('Hi.'))).at(-1)).toMatchObject({
    type: 'failed',
    message: expect.stringContaining('a message of more than 32 MB'),
  })
})

test.each([
  ['an unknown kind', asks(7, [{ optionId: 'x', name: 'X', kind: 'allow_forever' }])],
  ['options that are not a list', asks(7, 'all of them')],
  ['no options', asks(7, undefined)],
  ['no step', asks(7, once, null)],
])('a permission request with %s allows nothing, and the turn continues', async (_, request) => {
  const { ask, heard } = hostile((message, write) => {
    if (message.method === 'session/prompt') {
      write(request)
      write({ id: 8, method: 'fs/read_text_file', params: { sessionId: 's', path: '/etc/passwd' } })
    }
    if (message.id === 8) {
      write(says('Fine.'))
      write(ends(heard.find(({ method }) => method === 'session/prompt')?.id))
    }
  })
  const parts = await ask(user('Hi.'))
  expect(textIn(parts)).toBe('Fine.')
  expect(parts.filter(({ type }) => type === 'call')).toEqual([])
  const answers = heard.filter(({ method }) => method === undefined)
  expect(JSON.stringify(answers.filter(({ id }) => id === 7))).not.toContain('"selected"')
  expect(answers.find(({ id }) => id === 8)).toHaveProperty('error')
})

test('two requests with the same id are two steps, and unexpected responses change nothing', async () => {
  const { ask, heard } = hostile((message, write) => {
    const prompt = heard.find(({ method }) => method === 'session/prompt')
    if (message.method === 'session/prompt') {
      for (const title of ['One', 'Two']) write(asks(7, once, { toolCallId: 't', title }))
      for (const id of [99, 'x', null, (prompt?.id as number) - 1]) write({ id, result: { stopReason: 'refusal' } })
    }
    if (message.id === 7 && heard.filter(({ id }) => id === 7).length === 2) {
      write(says('Over.'))
      write(ends(prompt?.id))
      write(ends(prompt?.id))
    }
  })
  const first = [user('Hi.')]
  const one = await ask(...first)
  const second = [...first, replyOf(one), result(true)]
  const two = await ask(...second)
  expect([one, two].map((parts) => parts.flatMap((part) => (part.type === 'call' ? [part.input] : [])))).toMatchObject([
    [{ title: 'One' }],
    [{ title: 'Two' }],
  ])
  expect(textIn(await ask(...second, replyOf(two), result(false)))).toBe('Over.')
  const outcomes = heard.flatMap(({ id, result: given }) => (id === 7 ? [JSON.stringify(given)] : []))
  expect(outcomes).toEqual([expect.stringContaining('"yes"'), expect.stringContaining('"cancelled"')])
})
