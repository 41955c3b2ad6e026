import { crc32 } from 'node:zlib'
import type { Frame } from '../dialect.ts'

const PRELUDE = 12
const CHECKSUM = 4
const STRING = 7

/** A message of Amazon's binary event stream: lengths, checksum, headers, payload, checksum. */
export function awsFrame(frame: Frame): Uint8Array {
  const kind = frame.event?.endsWith('Exception') ? 'exception' : 'event'
  const headers = Buffer.concat([
    header(`:${kind}-type`, frame.event ?? 'unknown'),
    header(':content-type', 'application/json'),
    header(':message-type', kind),
  ])
  const payload = Buffer.from(typeof frame.data === 'string' ? frame.data : JSON.stringify(frame.data))
  const total = PRELUDE + headers.length + payload.length + CHECKSUM
  const prelude = Buffer.alloc(PRELUDE)
  prelude.writeUInt32BE(total, 0)
  prelude.writeUInt32BE(headers.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const body = Buffer.concat([prelude, headers, payload])
  const checksum = Buffer.alloc(CHECKSUM)
  checksum.writeUInt32BE(crc32(body), 0)
  return Buffer.concat([body, checksum])
}

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(value), 0)
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([STRING]),
    length,
    Buffer.from(value),
  ])
}
