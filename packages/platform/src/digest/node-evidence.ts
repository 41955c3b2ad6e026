import { randomBytes } from 'node:crypto'
import type { EvidencePort } from '@convene/engine'
import { digest } from './digest.ts'

/** Salts and hashes by this machine. */
export const nodeEvidence = (): EvidencePort => ({ salt: () => randomBytes(32).toString('hex'), digest })
