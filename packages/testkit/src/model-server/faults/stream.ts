import type { FailureCode } from '@convene/engine'
import type { ErrorKind } from '../dialect.ts'
import { hold, repeat, reset, type Transmission, wait, write } from '../transmission.ts'
import type { Wire } from '../wire.ts'
import {
  all,
  CATALOGUE_TEXT,
  complete,
  type Expectation,
  type FaultCase,
  fault,
  idle,
  network,
  PARTS,
  sse,
  truncated,
} from './fault-case.ts'
import { altered, before, bytes, sent, spoken, through, writes } from './frames.ts'

const EVERY_MS = 5

const streamCase = (
  name: string,
  expect: Expectation,
  send: (wire: Wire) => Transmission,
  dialects = all,
): FaultCase => ({ name, group: 'stream', dialects, fault: fault(name, send), expect })

/** The stream ends properly for HTTP, but too early. */
const truncations: readonly FaultCase[] = [
  streamCase('truncated-at-once', truncated, (wire) => wire.streaming([])),
  streamCase('truncated-before-text', truncated, (wire) => sent(wire, before(wire.frames(spoken), 'text'))),
  streamCase('truncated-in-text', truncated, (wire) => sent(wire, through(wire.frames(spoken), 'text', 2))),
  streamCase('truncated-in-json', truncated, (wire) => {
    const most = bytes(wire, through(wire.frames(spoken), 'text', 2))
    return wire.streaming([write(most.subarray(0, most.length - 24))])
  }),
  streamCase('truncated-after-text', truncated, (wire) => sent(wire, through(wire.frames(spoken), 'text', PARTS))),
  streamCase('truncated-before-finish', truncated, (wire) => sent(wire, before(wire.frames(spoken), 'finish'))),
  streamCase('no-end-marker', complete, (wire) => sent(wire, through(wire.frames(spoken), 'finish')), ['chat']),
  streamCase('no-message-stop', truncated, (wire) => sent(wire, through(wire.frames(spoken), 'finish')), ['messages']),
]

const resets: readonly FaultCase[] = [
  streamCase('reset-before-headers', network, () => ({ status: 0, headers: {}, acts: [] })),
  streamCase('reset-after-headers', network, (wire) => wire.streaming([reset])),
  streamCase('reset-in-text', network, (wire) =>
    wire.streaming([...writes(wire, through(wire.frames(spoken), 'text', 2)), reset]),
  ),
  streamCase('reset-before-finish', network, (wire) =>
    wire.streaming([...writes(wire, before(wire.frames(spoken), 'finish')), reset]),
  ),
  streamCase('shorter-than-announced', network, (wire) => ({
    ...wire.streaming([...writes(wire, through(wire.frames(spoken), 'text', 2)), reset], {
      'content-length': '100000',
    }),
  })),
]

const silences: readonly FaultCase[] = [
  streamCase('stalled-before-headers', idle, () => ({ status: 200, headers: {}, latencyMs: 2 ** 31 - 1, acts: [] })),
  streamCase('stalled-after-headers', idle, (wire) => wire.streaming([hold])),
  streamCase('stalled-in-text', idle, (wire) =>
    wire.streaming([...writes(wire, through(wire.frames(spoken), 'text', 2)), hold]),
  ),
  streamCase('stalled-before-finish', idle, (wire) =>
    wire.streaming([...writes(wire, before(wire.frames(spoken), 'finish')), hold]),
  ),
  streamCase('keep-alive-only', idle, (wire) => wire.streaming([repeat(wire.dialect.keepAlive, EVERY_MS)])),
  streamCase('keep-alive-after-text', idle, (wire) =>
    wire.streaming([
      ...writes(wire, through(wire.frames(spoken), 'text', 2)),
      repeat(wire.dialect.keepAlive, EVERY_MS),
    ]),
  ),
  streamCase('empty-deltas-only', idle, (wire) => {
    const frames = wire.frames({ text: CATALOGUE_TEXT, parts: 1 })
    const empty = frames.filter((frame) => frame.kind === 'text').map((frame) => altered(frame, emptied))
    return wire.streaming([...writes(wire, before(frames, 'text')), repeat(bytes(wire, empty), EVERY_MS)])
  }),
]

const emptied = (json: string): string => json.replaceAll(JSON.stringify(CATALOGUE_TEXT), '""')

/** Slow or long, but not broken. */
const slow: readonly FaultCase[] = [
  streamCase('late-first-byte', complete, (wire) => ({
    ...wire.streaming(writes(wire, wire.frames(spoken))),
    latencyMs: 30,
  })),
  streamCase('dripping-characters', complete, (wire) =>
    wire.streaming(
      writes(wire, wire.frames({ text: CATALOGUE_TEXT, parts: CATALOGUE_TEXT.length })).flatMap((act) => [
        wait(1),
        act,
      ]),
    ),
  ),
  streamCase('dripping-bytes', complete, (wire) =>
    wire.streaming([...bytes(wire, wire.frames(spoken))].flatMap((byte) => [wait(0), write(Buffer.from([byte]))])),
  ),
  streamCase('all-at-once', complete, (wire) => wire.streaming([write(bytes(wire, wire.frames(spoken)))])),
  streamCase('endless-text', { outcome: 'incomplete', needs: 'total limit' }, (wire) => {
    const frames = wire.frames(spoken)
    const more = frames.filter((frame) => frame.kind === 'text').slice(0, 1)
    return wire.streaming([...writes(wire, before(frames, 'text')), repeat(bytes(wire, more), EVERY_MS)])
  }),
  streamCase(
    'comments-between',
    complete,
    (wire) =>
      wire.streaming(writes(wire, wire.frames(spoken)).flatMap((act) => [write(Buffer.from(': still here\n\n')), act])),
    sse,
  ),
]

/** The service reports a failure in the middle of a 200. */
const errorInStream = (kind: ErrorKind, status: number, expect: { outcome: 'retry' | 'fail'; code: FailureCode }) => [
  streamCase(`error-${kind}-after-text`, { ...expect, calls: [] }, (wire) =>
    sent(wire, [...through(wire.frames(spoken), 'text', 2), wire.dialect.errorFrame(kind, status, wire.request.model)]),
  ),
  streamCase(`error-${kind}-first`, { ...expect, calls: [] }, (wire) =>
    sent(wire, [...before(wire.frames(spoken), 'text'), wire.dialect.errorFrame(kind, status, wire.request.model)]),
  ),
]

const errors: readonly FaultCase[] = [
  ...errorInStream('overloaded', 503, { outcome: 'retry', code: 'overloaded' }),
  ...errorInStream('rate_limited', 429, { outcome: 'retry', code: 'rate_limited' }),
  ...errorInStream('server_error', 500, { outcome: 'retry', code: 'server_error' }),
]

/** Streams that end too early, too late or never. */
export const streamCases: readonly FaultCase[] = [...truncations, ...resets, ...silences, ...slow, ...errors]
