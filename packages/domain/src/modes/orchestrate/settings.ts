import { z } from 'zod'
import { onlyLower } from '../../setting/only-stricter.ts'
import { setting } from '../../setting/setting.ts'

export const orchestrateSettings = {
  memberTimeout: setting({
    schema: z.number().positive(),
    default: 10,
    untrusted: onlyLower,
    label: 'Member timeout',
    hint: 'Minutes for each task that the lead assigns.',
  }),
}
