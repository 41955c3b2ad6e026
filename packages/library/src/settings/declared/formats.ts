import { z } from 'zod'

export const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable, not the key itself')
