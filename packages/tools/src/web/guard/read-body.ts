import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import { ok, type Result, refuse } from '@convene/domain'

/** The decompressed body of a response. Refused while reading if it exceeds `maxBytes`, compressed or not. */
export async function readResponseBody(response: IncomingMessage, maxBytes: number): Promise<Result<Uint8Array>> {
  const announced = Number(response.headers['content-length'] ?? 0)
  if (announced > maxBytes) return tooLarge(maxBytes, announced)
  const body = unpack(response, maxBytes)
  if (!body) return refuse('encoding', `The server used an unsupported content encoding.`)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxBytes) return tooLarge(maxBytes)
      chunks.push(chunk)
    }
    return ok(Buffer.concat(chunks))
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge(maxBytes)
    throw error
  } finally {
    response.destroy()
  }
}

function unpack(response: IncomingMessage, maxBytes: number): Readable | undefined {
  const encoding = String(response.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  const unpacker = unpackerFor(encoding)
  return unpacker && pipeline(response, atMost(maxBytes), unpacker, () => {})
}

function unpackerFor(encoding: string): Transform | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return zlib.createUnzip()
    case 'br':
      return zlib.createBrotliDecompress()
    default:
      return undefined
  }
}

class TooLarge extends Error {}

function atMost(bytes: number): Transform {
  let left = bytes
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      left -= chunk.length
      done(left < 0 ? new TooLarge() : null, chunk)
    },
  })
}

function tooLarge(maxBytes: number, announced?: number): Result<never> {
  const size = announced === undefined ? 'more than that' : `${announced} bytes`
  return refuse('too-large', `The response has ${size}, but at most ${maxBytes} bytes are fetched.`)
}
