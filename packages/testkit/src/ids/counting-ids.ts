import type { Ids } from '@convene/engine'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME = '01KE000000'

/** ULID-shaped and sequential: sortable, and the same in every test run. */
export function countingIds(first = 1): Ids {
  let count = first
  return { next: () => TIME + inCrockford(count++).padStart(16, '0') }
}

function inCrockford(value: number): string {
  const digit = CROCKFORD[value % 32] as string
  return value < 32 ? digit : inCrockford(Math.floor(value / 32)) + digit
}
