import { z } from 'zod'
import { option } from '../../run-option/option.ts'

/** What a run with a single agent can be given. */
export const agentOptions = {
  reflect: option({
    schema: z.boolean(),
    label: 'Reflect',
    hint: 'The agent reviews its own result and improves it.',
    flag: { name: 'reflect', summary: 'let a single agent review and improve its answer' },
    by: 'user',
    kept: true,
  }),
}
