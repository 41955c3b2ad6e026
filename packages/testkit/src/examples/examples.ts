import { decision } from './decision.ts'
import type { Example } from './record.ts'

export const examples: readonly Example[] = [decision]
