import type { Answer, ScriptedCall } from '../answer.ts'
import type { Frame } from '../dialect.ts'
import type { DialectName } from '../request.ts'
import { reset, type Transmission } from '../transmission.ts'
import type { Wire } from '../wire.ts'
import { all, type Expectation, type ExpectedCall, type FaultCase, fault, network, truncated } from './fault-case.ts'
import { altered, before, sent, through, writes } from './frames.ts'

const good: ScriptedCall = { name: 'read', input: { path: 'a.md' } }
const LARGE = 200_000

/** Dialects that send arguments as text, which may be invalid JSON. */
const asText: readonly DialectName[] = ['chat', 'responses', 'messages', 'converse']

const callCase = (
  name: string,
  expect: Expectation,
  send: (wire: Wire) => Transmission,
  dialects: readonly DialectName[] = all,
): FaultCase => ({ name, group: 'call', dialects, fault: fault(name, send), expect })

const said = (name: string, answer: Answer, expect: Expectation, dialects = all): FaultCase =>
  callCase(name, expect, (wire) => sent(wire, wire.frames(answer)), dialects)

const whole = (...calls: readonly ExpectedCall[]): Expectation => ({ outcome: 'complete', calls })
const one = { tool: 'read', input: { path: 'a.md' }, invalid: false } as const

const invalid = (name: string, raw: string, dialects = asText): FaultCase =>
  said(`call-${name}`, { calls: [{ ...good, raw }] }, whole({ tool: 'read', invalid: true }), dialects)

const inputs: readonly FaultCase[] = [
  invalid('input-cut', '{"path": "a.m'),
  invalid('input-not-json', 'path = a.md'),
  invalid('input-single-quotes', "{'path': 'a.md'}"),
  invalid('input-with-tail', '{"path":"a.md"} and then'),
  invalid('input-text', '"a.md"', ['chat', 'responses', 'messages', 'converse']),
  invalid('input-list', '["a.md"]'),
  invalid('input-null', 'null'),
  said(
    'call-input-empty',
    { calls: [{ ...good, raw: '' }] },
    whole({ tool: 'read', input: {}, invalid: false }),
    asText,
  ),
  said('call-input-none', { calls: [{ ...good, input: {} }] }, whole({ tool: 'read', input: {}, invalid: false })),
  said('call-input-doubled-key', { calls: [{ ...good, raw: '{"path":"b.md","path":"a.md"}' }] }, whole(one), asText),
  said(
    'call-input-large',
    { calls: [{ name: 'write', input: { text: 'x'.repeat(LARGE) } }] },
    whole({ tool: 'write', input: { text: 'x'.repeat(LARGE) }, invalid: false }),
  ),
  said(
    'call-input-proto',
    { calls: [{ ...good, raw: '{"path":"a.md","__proto__":{"polluted":true}}' }] },
    whole({ tool: 'read' }),
    asText,
  ),
]

const names: readonly FaultCase[] = [
  said('call-unknown-tool', { calls: [{ ...good, name: 'no_such_tool' }] }, whole({ ...one, tool: 'no_such_tool' })),
  said('call-name-with-path', { calls: [{ ...good, name: '../../bin/sh' }] }, whole({ ...one, tool: '../../bin/sh' })),
  said('call-name-empty', { calls: [{ ...good, name: '' }] }, { outcome: 'retry', code: 'protocol', calls: [] }, [
    'chat',
    'responses',
    'messages',
    'converse',
  ]),
]

const numbers: readonly FaultCase[] = [
  said('call-good', { text: 'I look.', calls: [good] }, { ...whole(one), text: 'I look.' }),
  said('call-after-reasoning', { reasoning: 'Look first.', calls: [good] }, whole(one)),
  said('call-twice', { calls: [good, good] }, whole(one, one), ['chat', 'responses', 'messages', 'gemini', 'converse']),
  said(
    'call-same-id-other-input',
    {
      calls: [
        { ...good, id: 'call_0' },
        { name: 'read', input: { path: 'b.md' }, id: 'call_0' },
      ],
    },
    whole(one, { ...one, input: { path: 'b.md' } }),
    ['chat', 'responses', 'messages'],
  ),
  said(
    'call-same-id-same-input',
    {
      calls: [
        { ...good, id: 'call_0' },
        { ...good, id: 'call_0' },
      ],
    },
    whole(one),
    ['responses', 'messages', 'converse'],
  ),
  said(
    'calls-many',
    { calls: Array.from({ length: 32 }, (_, index) => ({ name: 'read', input: { path: `${index}.md` } })) },
    whole(...Array.from({ length: 32 }, (_, index) => ({ tool: 'read', input: { path: `${index}.md` } }))),
  ),
  callCase(
    'calls-interleaved',
    whole(one, { ...one, input: { path: 'b.md' } }),
    (wire) => {
      const frames = wire.frames({ calls: [good, { name: 'read', input: { path: 'b.md' } }] })
      return sent(wire, frames.toSorted(byStep(frames)))
    },
    ['chat', 'responses'],
  ),
]

/** Interleaves the frames of two calls: first of one, first of the other, second of one … */
function byStep(frames: readonly Frame[]): (one: Frame, other: Frame) => number {
  const calls = frames.filter((frame) => frame.kind === 'call')
  const half = calls.length / 2
  const step = (frame: Frame) => {
    const at = calls.indexOf(frame)
    return at === -1 ? null : (at % half) * 2 + (at < half ? 0 : 1)
  }
  return (one, other) => {
    const [first, second] = [step(one), step(other)]
    return first === null || second === null ? 0 : first - second
  }
}

const finishes: readonly FaultCase[] = [
  said('call-with-finish-stop', { calls: [good], finish: 'stop' }, whole(one)),
  said('finish-tools-without-call', { finish: 'tools' }, { outcome: 'retry', code: 'empty_reply', calls: [] }, [
    'chat',
    'messages',
    'converse',
  ]),
  said(
    'call-cut-by-length',
    { calls: [{ ...good, raw: '{"path": "a' }], finish: 'length' },
    { outcome: 'incomplete', calls: [{ tool: 'read', invalid: true }] },
    asText,
  ),
  said(
    'call-refused',
    { text: 'No.', calls: [good], finish: 'filtered' },
    { outcome: 'fail', code: 'refused', calls: [] },
  ),
]

const nameless = (wire: Wire): Transmission =>
  sent(
    wire,
    wire.frames({ calls: [good] }).map((frame) => altered(frame, (json) => json.replace(NAME, ''))),
  )

const NAME = /,"name":"read"|"name":"read",/

const cut: readonly FaultCase[] = [
  callCase(
    'call-truncated',
    truncated,
    (wire) => sent(wire, through(wire.frames({ calls: [good] }), 'call', 2)),
    asText,
  ),
  callCase('call-without-finish', truncated, (wire) => sent(wire, before(wire.frames({ calls: [good] }), 'finish'))),
  callCase('call-reset', network, (wire) =>
    wire.streaming([...writes(wire, through(wire.frames({ calls: [good] }), 'call', 2)), reset]),
  ),
  callCase('call-nameless', { outcome: 'retry', code: 'protocol', calls: [] }, nameless, asText),
  callCase('call-nameless-alone', { outcome: 'retry', code: 'empty_reply', calls: [] }, nameless, ['gemini']),
]

/** Calls of tools that must not run, or must run once. */
export const callCases: readonly FaultCase[] = [...inputs, ...names, ...numbers, ...finishes, ...cut]
