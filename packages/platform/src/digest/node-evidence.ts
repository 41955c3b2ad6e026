import { randomBytes } from 'node:crypto'
import type { Evidence } from '@convene/engine'
import { digest } from './digest.ts'

/** Salts and hashes by this machine. */
export const nodeEvidence = (): Evidence => ({ salt: () => randomBytes(32).toString('hex'), digest })
