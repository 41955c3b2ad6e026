import type { Clock, Ids } from '@convene/engine'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeLength = 10
/** The tail is two halves of 40 bits: numbers are exact up to 53 bits, and several times as fast as BigInt. */
const halfLength = 8
const halfEnd = 2 ** 40

/** Creates ULIDs that sort in creation order, even within one millisecond or when the clock is set back. */
export function ulids(clock: Pick<Clock, 'now'>, randomBytes: (size: number) => Uint8Array): Ids {
  let time = -1
  let high = 0
  let low = 0

  function renew(): void {
    const bytes = randomBytes(10)
    high = numberOf(bytes.subarray(0, 5))
    low = numberOf(bytes.subarray(5))
  }

  /** The next tail, or a later time if there is none. */
  function count(): void {
    low = (low + 1) % halfEnd
    if (low === 0) high += 1
    if (high < halfEnd) return
    time += 1
    renew()
  }

  return {
    next() {
      const now = clock.now()
      if (now > time) {
        time = now
        renew()
      } else count()
      return encode(time, timeLength) + encode(high, halfLength) + encode(low, halfLength)
    },
  }
}

const numberOf = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0)

function encode(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text
  return text
}
