import type { Json } from '@convene/domain'
import type { ScriptedCall } from '../answer.ts'
import type { Frame } from '../dialect.ts'
import { fields, list } from '../loose.ts'
import type { DialectName } from '../request.ts'
import { repeat, type Transmission, write } from '../transmission.ts'
import type { Wire } from '../wire.ts'
import { all, CATALOGUE_TEXT, complete, type Expectation, type FaultCase, fault, sse } from './fault-case.ts'
import { before, bytes, sent, spoken, writes } from './frames.ts'

const good: ScriptedCall = { name: 'read', input: { path: 'a.md' }, id: 'call_a' }
const called: Expectation = {
  outcome: 'complete',
  calls: [{ tool: 'read', input: { path: 'a.md' }, invalid: false }],
}
/** Servers imitate chat completions, each a little differently. */
const chat: readonly DialectName[] = ['chat']

const odd = (
  name: string,
  expect: Expectation,
  send: (wire: Wire) => Transmission,
  dialects: readonly DialectName[] = chat,
): FaultCase => ({ name, group: 'odd', dialects, fault: fault(name, send), expect, forgiven: true })

const typed = (wire: Wire, type: string, body: Json): Transmission => ({
  ...wire.json(200, body),
  headers: type === '' ? {} : { 'content-type': type },
})

const documents: readonly FaultCase[] = [
  odd('document-instead-of-stream', complete, (wire) => wire.json(200, wire.whole(spoken)), all),
  odd('document-with-call', called, (wire) => wire.json(200, wire.whole({ calls: [good] })), all),
  odd('document-called-stream', complete, (wire) => typed(wire, 'text/event-stream', wire.whole(spoken)), sse),
  odd('document-without-type', complete, (wire) => typed(wire, '', wire.whole(spoken)), sse),
  odd('document-call-as-object', called, (wire) => wire.json(200, asObjects(wire.whole({ calls: [good] })))),
  odd('document-without-finish', complete, (wire) =>
    wire.json(200, replaced(wire.whole(spoken), '"finish_reason":"stop"', '"finish_reason":null')),
  ),
  odd('document-with-second-choice', complete, (wire) => {
    const body = fields(wire.whole(spoken))
    const [other] = list(fields(wire.whole({ text: 'Pears.' })).choices)
    return wire.json(200, { ...body, choices: [{ ...fields(other), index: 1 }, ...list(body.choices)] })
  }),
]

const replaced = (body: Json, from: string, to: string): Json =>
  JSON.parse(JSON.stringify(body).replace(from, to)) as Json

/** Every `arguments` as an object instead of text. */
const asObjects = (body: Json): Json =>
  JSON.parse(JSON.stringify(body), (key, value) =>
    key === 'arguments' && typeof value === 'string' && value !== '' ? JSON.parse(value) : value,
  ) as Json

const delta = (wire: Wire, change: Json, finish: string | null = null): Frame => {
  const frame = wire.frames(spoken).find(({ kind }) => kind === 'text') as Frame
  return {
    kind: 'call',
    data: { ...fields(frame.data), choices: [{ index: 0, delta: change, finish_reason: finish }] },
  }
}

const call = (fn: Json, id: Json = 'call_a', index: Json = 0): Json => ({
  tool_calls: [
    { ...(index === null ? {} : { index }), ...(id === null ? {} : { id }), type: 'function', function: fn },
  ],
})

const told = (name: string, expect: Expectation, ...changes: readonly Json[]): FaultCase =>
  odd(name, expect, (wire) =>
    sent(wire, [
      ...before(wire.frames(spoken), 'text'),
      ...changes.map((change) => delta(wire, change)),
      delta(wire, {}, 'tool_calls'),
      { kind: 'done', data: '[DONE]' },
    ]),
  )

const whole = { name: 'read', arguments: '{"path":"a.md"}' }

const calls: readonly FaultCase[] = [
  told('call-arguments-object', called, call({ name: 'read', arguments: { path: 'a.md' } })),
  told(
    'call-arguments-list',
    { outcome: 'complete', calls: [{ tool: 'read', invalid: true }] },
    call({ name: 'read', arguments: ['a.md'] }),
  ),
  told('call-repeated', called, call(whole), call(whole)),
  told('call-repeated-at-another-place', called, call(whole, 'call_a', 0), call(whole, 'call_a', 1)),
  told('call-repeated-without-place', called, call(whole, 'call_a', null), call(whole, 'call_a', null)),
  told(
    'call-repeated-whole-after-its-pieces',
    called,
    call({ name: 'read', arguments: '' }),
    call({ arguments: '{"path":' }, null),
    call({ arguments: '"a.md"}' }, null),
    call({ name: 'read', arguments: '{ "path": "a.md" }' }),
  ),
  told('call-repeated-in-one-chunk', called, {
    tool_calls: [0, 1].map((index) => ({ index, id: 'call_a', type: 'function', function: whole })),
  }),
  told(
    'call-named-after-its-id',
    called,
    call({ arguments: '' }),
    call({ name: 'read', arguments: '{"path":"a.md"}' }, null),
    call({ arguments: '' }, 'call_a', 1),
    call({ name: 'read', arguments: '{"path":"a.md"}' }, null, 1),
  ),
]

const ends: readonly FaultCase[] = [
  odd('done-without-finish', complete, (wire) =>
    sent(wire, [...before(wire.frames(spoken), 'finish'), { kind: 'done', data: '[DONE]' }]),
  ),
  odd('call-done-without-finish', called, (wire) =>
    sent(wire, [...before(wire.frames({ calls: [good] }), 'finish'), { kind: 'done', data: '[DONE]' }]),
  ),
  odd('done-without-finish-or-newline', complete, (wire) =>
    wire.streaming([...writes(wire, before(wire.frames(spoken), 'finish')), write('data: [DONE]')]),
  ),
  odd('done-at-once', { outcome: 'retry', code: 'empty_reply', calls: [] }, (wire) =>
    wire.streaming([write('data: [DONE]\n\n')]),
  ),
  odd('text-after-done', complete, (wire) => sent(wire, [...wire.frames(spoken), ...wire.frames({ text: 'Pears.' })])),
  odd(
    'endless-at-full-speed',
    { outcome: 'incomplete' },
    (wire) => {
      const frames = wire.frames({ text: 'x'.repeat(1_000_000), parts: 1 })
      const more = frames.filter((frame) => frame.kind === 'text')
      return wire.streaming([...writes(wire, before(frames, 'text')), repeat(bytes(wire, more), 0)])
    },
    all,
  ),
]

const second = (frame: Frame): Frame => {
  const data = fields(frame.data)
  return { ...frame, data: { ...data, choices: list(data.choices).map((one) => ({ ...fields(one), index: 1 })) } }
}

const choices: readonly FaultCase[] = [
  odd('second-choice', complete, (wire) => {
    const other = wire.frames({ text: 'Pears are green.', parts: 3 }).filter(({ kind }) => kind === 'text')
    return sent(
      wire,
      wire.frames(spoken).flatMap((frame, at) => [frame, ...other.slice(at, at + 1).map(second)]),
    )
  }),
  odd('second-choice-ends-first', complete, (wire) => {
    const frames = wire.frames(spoken)
    const finish = frames.filter(({ kind }) => kind === 'finish').map(second)
    return sent(wire, [...before(frames, 'text'), ...finish, ...frames.slice(before(frames, 'text').length)])
  }),
  odd('second-choice-calls', complete, (wire) => {
    const other = wire.frames({ calls: [good] }).filter(({ kind }) => kind === 'call')
    return sent(wire, [...other.map(second), ...wire.frames(spoken)])
  }),
]

/** The text with one byte of its `ü` damaged: the rest of it, and the replacement character. */
const damaged = (bad: string): Expectation => ({ outcome: 'complete', text: CATALOGUE_TEXT.replace('ü', bad) })

const unicode: readonly FaultCase[] = [
  odd('utf8-broken', damaged('\ufffd('), (wire) => wire.streaming([write(broken(wire, [0xc3, 0x28]))]), sse),
  odd('utf8-overlong', damaged('\ufffd\ufffd'), (wire) => wire.streaming([write(broken(wire, [0xc0, 0xaf]))]), sse),
  odd(
    'utf8-surrogate',
    damaged('\ufffd\ufffd\ufffd'),
    (wire) => wire.streaming([write(broken(wire, [0xed, 0xa0, 0x80]))]),
    sse,
  ),
  odd(
    'call-utf8-broken',
    { outcome: 'complete', calls: [{ tool: 'read', invalid: true }] },
    (wire) => {
      const stream = bytes(wire, wire.frames({ calls: [{ name: 'read', input: { path: 'grün.md' } }] }))
      return wire.streaming([write(withDamage(stream, [0xc3, 0x28]))])
    },
    // The Responses API repeats the complete arguments at the end.
    ['chat', 'messages', 'gemini'],
  ),
]

const broken = (wire: Wire, bad: readonly number[]): Buffer => withDamage(bytes(wire, wire.frames(spoken)), bad)

/** Replaces the first `ü` of the stream with other bytes. */
function withDamage(stream: Buffer, bad: readonly number[]): Buffer {
  const at = stream.indexOf(Buffer.from('ü'))
  return Buffer.concat([stream.subarray(0, at), Buffer.from(bad), stream.subarray(at + 2)])
}

/** Complete answers in a slightly different format: they are read, not paid for again. */
export const oddCases: readonly FaultCase[] = [...documents, ...calls, ...ends, ...choices, ...unicode]
