import { decision } from './decision.ts'
import { incident } from './incident.ts'
import { plan } from './plan.ts'
import type { Example } from './record.ts'

/** In the order in which they are offered. */
export const examples: readonly Example[] = [decision, plan, incident]
