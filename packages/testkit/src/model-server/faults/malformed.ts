import { gzipSync } from 'node:zlib'
import type { Frame } from '../dialect.ts'
import type { DialectName } from '../request.ts'
import { type Transmission, write } from '../transmission.ts'
import type { Wire } from '../wire.ts'
import {
  all,
  CATALOGUE_TEXT,
  complete,
  type Expectation,
  type FaultCase,
  fault,
  network,
  protocol,
  sse,
  truncated,
} from './fault-case.ts'
import { altered, bytes, inText, sent, spoken, writes } from './frames.ts'

const HUGE = 5_000_000
const DEEP = 20_000

const malformed = (
  name: string,
  expect: Expectation,
  send: (wire: Wire) => Transmission,
  dialects: readonly DialectName[] = sse,
): FaultCase => ({ name, group: 'malformed', dialects, fault: fault(name, send), expect })

/** The second piece of text has this instead of its JSON. The provider packages report an error and read on. */
const instead = (name: string, json: string, dialects: readonly DialectName[] = sse): FaultCase => ({
  ...malformed(
    name,
    withGap,
    (wire) =>
      sent(
        wire,
        inText(wire.frames(spoken), (frame) => [altered(frame, () => json)]),
      ),
    dialects,
  ),
  forgiven: true,
})

/** The second piece of text is changed as text. */
const changed = (name: string, expect: Expectation, change: (json: string) => string, dialects = all): FaultCase =>
  malformed(
    name,
    expect,
    (wire) =>
      sent(
        wire,
        inText(wire.frames(spoken), (frame) => [altered(frame, change)]),
      ),
    dialects,
  )

/** The bytes of a valid stream, rewritten. */
const rewritten = (name: string, expect: Expectation, change: (stream: string) => string | Buffer): FaultCase =>
  malformed(name, expect, (wire) => wire.streaming([write(change(bytes(wire, wire.frames(spoken)).toString('utf8')))]))

const SECOND = pieceTwo()
/** The rest can be read, and a retry would be billed. */
const withGap: Expectation = { outcome: 'complete', text: CATALOGUE_TEXT.replace(SECOND, '[…]') }

function pieceTwo(): string {
  const size = [...CATALOGUE_TEXT].length
  return [...CATALOGUE_TEXT].slice(Math.floor(size / 5), Math.floor((2 * size) / 5)).join('')
}

const json: readonly FaultCase[] = [
  instead('json-broken', '{"choices":[{"delta":{"content":"App', all),
  instead('json-not-quoted', '{choices: [{delta: {content: Apples}}]}'),
  instead('json-with-tail', '{"a":1}{"b":2}'),
  instead('not-json', 'upstream connect error or disconnect', all),
  instead('json-null', 'null'),
  instead('json-number', '42'),
  instead('json-list', '[]'),
  instead('json-string', '"Apples"'),
  instead('json-nested-deep', '['.repeat(DEEP) + ']'.repeat(DEEP)),
  instead('page-in-stream', '<html><body>502 Bad Gateway</body></html>'),
]

const types: readonly FaultCase[] = [
  changed('text-is-number', protocol, (frame) => frame.replace(JSON.stringify(SECOND), '42')),
  changed('text-is-object', protocol, (frame) => frame.replace(JSON.stringify(SECOND), '{"nested":true}')),
  changed('text-is-list', protocol, (frame) => frame.replace(JSON.stringify(SECOND), '["a"]')),
  changed(
    'index-is-string',
    protocol,
    (frame) => frame.replace(/"(index|output_index|contentBlockIndex)":0/, '"$1":"zero"'),
    ['messages', 'converse'],
  ),
  changed('unknown-key', complete, (frame) => frame.replace('{', '{"x":{"y":1},'), [
    'chat',
    'responses',
    'messages',
    'gemini',
  ]),
]

const USAGE = /("(?:completion_tokens|output_tokens|candidatesTokenCount|outputTokens)":)\d+/

/** Every frame changed as text. */
const everywhere = (
  name: string,
  expect: Expectation,
  change: (json: string) => string,
  dialects: readonly DialectName[],
): FaultCase =>
  malformed(
    name,
    expect,
    (wire) =>
      sent(
        wire,
        wire.frames(spoken).map((frame) => altered(frame, change)),
      ),
    dialects,
  )

const usages: readonly FaultCase[] = [
  everywhere('usage-is-text', protocol, (json) => json.replace(USAGE, '$1"many"'), all),
  everywhere('usage-negative', { ...complete, usage: null }, (json) => json.replace(USAGE, '$1-5'), [
    'chat',
    'messages',
  ]),
  malformed(
    'usage-missing',
    { ...complete, usage: null },
    (wire) =>
      sent(
        wire,
        wire.frames(spoken).filter((frame) => frame.kind !== 'usage'),
      ),
    ['chat', 'converse'],
  ),
]

const eventStream: readonly FaultCase[] = [
  rewritten('lines-crlf', complete, (stream) => stream.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')),
  rewritten('lines-cr', complete, (stream) => `${stream.replaceAll('\r\n', '\n').replaceAll('\n', '\r')}: end\r\r`),
  rewritten('byte-order-mark', complete, (stream) => `\uFEFF${stream}`),
  rewritten('no-space-after-colon', complete, (stream) => stream.replaceAll('data: ', 'data:')),
  rewritten('fields-between', complete, (stream) => stream.replaceAll('data: ', 'id: 7\nretry: 10\nfoo: bar\ndata: ')),
  rewritten('more-blank-lines', complete, (stream) => `\n\n${stream.replaceAll('\n\n', '\n\n\n\n')}`),
  rewritten('data-over-two-lines', complete, (stream) => stream.replaceAll('data: {', 'data: {\ndata: ')),
  rewritten('no-blank-lines', truncated, (stream) => stream.replaceAll('\r\n', '\n').replaceAll('\n\n', '\n')),
  rewritten('no-data-field', truncated, (stream) => stream.replaceAll('data: ', 'date: ')),
  rewritten('page-as-stream', truncated, () => '<!doctype html>\n<html><body>Sign in to the network</body></html>\n\n'),
]

const unicode: readonly FaultCase[] = [
  malformed('binary', truncated, (wire) =>
    wire.streaming([write(Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 89) % 256)))]),
  ),
  {
    ...changed('lone-surrogate', { outcome: 'complete', text: CATALOGUE_TEXT.replace(SECOND, '\ufffd') }, (frame) =>
      frame.replace(JSON.stringify(SECOND), '"\\ud800"'),
    ),
    forgiven: true,
  },
  changed('control-characters', { outcome: 'complete' }, (frame) =>
    frame.replace(JSON.stringify(SECOND), '"\\u0000\\u001b[2J"'),
  ),
]

const http: readonly FaultCase[] = [
  malformed(
    'page-200',
    protocol,
    (wire) => ({
      ...wire.streaming([write('<!doctype html><html><body>Sign in</body></html>')]),
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
    all,
  ),
  malformed(
    'error-200',
    protocol,
    (wire) => wire.json(200, wire.dialect.error('server_error', 500, wire.request.model)),
    all,
  ),
  malformed('type-plain-text', complete, (wire) => typed(wire, { 'content-type': 'text/plain' })),
  malformed('type-missing', complete, (wire) => typed(wire, {})),
  malformed(
    'gzip-that-is-not',
    protocol,
    (wire) => wire.streaming(writes(wire, wire.frames(spoken)), { 'content-encoding': 'gzip' }),
    all,
  ),
  malformed(
    'gzip-cut',
    truncated,
    (wire) => {
      const zipped = gzipSync(bytes(wire, wire.frames(spoken)))
      return wire.streaming([write(zipped.subarray(0, zipped.length / 2))], { 'content-encoding': 'gzip' })
    },
    all,
  ),
  malformed(
    'gzip',
    complete,
    (wire) => wire.streaming([write(gzipSync(bytes(wire, wire.frames(spoken))))], { 'content-encoding': 'gzip' }),
    all,
  ),
  malformed('not-http', network, () => ({ status: 0, headers: {}, acts: [write('SSH-2.0-OpenSSH_9.9\r\n')] }), all),
  malformed('huge-line', protocol, (wire) =>
    sent(
      wire,
      inText(wire.frames(spoken), (frame) => [huge(frame)]),
    ),
  ),
]

const typed = (wire: Wire, headers: { readonly [name: string]: string }): Transmission => ({
  ...wire.streaming(writes(wire, wire.frames(spoken))),
  headers,
})

const huge = (frame: Frame): Frame =>
  altered(frame, (text) => text.replace(JSON.stringify(SECOND), JSON.stringify('x'.repeat(HUGE))))

const frames: readonly FaultCase[] = [
  malformed(
    'unknown-event',
    complete,
    (wire) =>
      sent(
        wire,
        inText(wire.frames(spoken), (frame) => [
          frame,
          { kind: 'ping', event: 'weather', data: { type: 'weather', sky: 'blue' } },
        ]),
      ),
    ['responses', 'messages', 'converse'],
  ),
  malformed(
    'frame-checksum-wrong',
    protocol,
    (wire) => {
      const stream = bytes(wire, wire.frames(spoken))
      stream[stream.length - 1] = (stream.at(-1) ?? 0) ^ 0xff
      return wire.streaming([write(stream)])
    },
    ['converse'],
  ),
  malformed(
    'frame-length-huge',
    truncated,
    (wire) => {
      const stream = bytes(wire, wire.frames(spoken))
      stream.writeUInt32BE(0x7fffffff, 0)
      return wire.streaming([write(stream)])
    },
    ['converse'],
  ),
]

/** Streams that no correct service would send. */
export const malformedCases: readonly FaultCase[] = [
  ...json,
  ...types,
  ...usages,
  ...eventStream,
  ...unicode,
  ...http,
  ...frames,
]
