import { z } from 'zod'

/** How much a model thinks before it answers, from least to most. Unset means the provider's default. */
export const Reasoning = z.enum(['off', 'low', 'medium', 'high', 'max'])
export type Reasoning = z.infer<typeof Reasoning>
