import type { Clock, Ids } from '@convene/engine'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeLength = 10
const tailLength = 16
const tailBits = 80n

/** Creates ULIDs that sort in creation order, even within one millisecond or when the clock is set back. */
export function ulids(clock: Pick<Clock, 'now'>, randomBytes: (size: number) => Uint8Array): Ids {
  let time = -1
  let tail = 0n
  return {
    next() {
      const now = clock.now()
      if (now > time) {
        time = now
        tail = freshTail(randomBytes)
      } else {
        tail += 1n
        if (tail >> tailBits) {
          time += 1
          tail = freshTail(randomBytes)
        }
      }
      return encode(BigInt(time), timeLength) + encode(tail, tailLength)
    },
  }
}

const freshTail = (randomBytes: (size: number) => Uint8Array): bigint =>
  randomBytes(10).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)

function encode(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest >>= 5n) text = alphabet[Number(rest & 31n)] + text
  return text
}
