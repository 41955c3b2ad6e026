import { randomFrom } from '@convene/domain'
import type { Answer } from '../answer.ts'
import type { Fault } from '../reply.ts'
import { write } from '../transmission.ts'
import { CATALOGUE_TEXT, fault, PARTS } from './fault-case.ts'
import { bytes } from './frames.ts'

type Random = () => number
type Mutation = (stream: Buffer, random: Random) => Buffer

const answer: Answer = {
  text: CATALOGUE_TEXT,
  parts: PARTS,
  reasoning: 'Hm.',
  calls: [{ name: 'read', input: { path: 'a.md' } }],
}
const MOST = 4

/** A valid stream with up to four accidents. The same seed gives the same bytes. The result may still be valid. */
export function fuzzedStream(seed: number): Fault {
  return fault(`fuzz-${seed}`, (wire) => {
    const random = randomFrom(seed)
    let stream = bytes(wire, wire.frames(answer))
    for (let left = 1 + Math.floor(random() * MOST); left > 0; left--) {
      const mutate = mutations[Math.floor(random() * mutations.length)] as Mutation
      if (stream.length > 1) stream = mutate(stream, random)
    }
    return wire.streaming([write(stream)])
  })
}

const somewhere = (stream: Buffer, random: Random): number => Math.floor(random() * stream.length)

const splice = (stream: Buffer, from: number, to: number, inserted: Buffer): Buffer =>
  Buffer.concat([stream.subarray(0, from), inserted, stream.subarray(to)])

const none = Buffer.alloc(0)

const mutations: readonly Mutation[] = [
  function flip(stream, random) {
    const at = somewhere(stream, random)
    return splice(stream, at, at + 1, Buffer.from([(stream[at] ?? 0) ^ (1 << Math.floor(random() * 8))]))
  },
  function remove(stream, random) {
    const at = somewhere(stream, random)
    return splice(stream, at, at + 1 + Math.floor(random() * 40), none)
  },
  function repeat(stream, random) {
    const at = somewhere(stream, random)
    return splice(stream, at, at, stream.subarray(at, at + 1 + Math.floor(random() * 200)))
  },
  function insert(stream, random) {
    const at = somewhere(stream, random)
    const noise = Array.from({ length: 1 + Math.floor(random() * 12) }, () => Math.floor(random() * 256))
    return splice(stream, at, at, Buffer.from(noise))
  },
  function insertSyntax(stream, random) {
    const at = somewhere(stream, random)
    const pieces = [
      '\n\n',
      '\r',
      'data: ',
      'event: error\n',
      '{',
      '}',
      '"',
      '[DONE]',
      '\u2028',
      '\\u0000',
      'null',
      '1e999',
    ]
    return splice(stream, at, at, Buffer.from(pieces[Math.floor(random() * pieces.length)] as string))
  },
  function truncate(stream, random) {
    return stream.subarray(0, somewhere(stream, random))
  },
]
