import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time. */
export const isEqualInConstantTime = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
