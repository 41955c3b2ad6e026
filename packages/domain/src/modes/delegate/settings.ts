import { z } from 'zod'
import { onlyLower } from '../../setting/only-stricter.ts'
import { setting } from '../../setting/setting.ts'
import { usualDepth } from '../../state/targets.ts'
import { delegatedMinutes } from '../../task/delegated-minutes.ts'

export const delegateSettings = {
  maxDepth: setting({
    schema: z.number().int().min(1).max(20),
    default: usualDepth,
    untrusted: onlyLower,
    label: 'Delegation depth',
    hint: 'How many levels deep work can be delegated.',
  }),
  timeout: setting({
    schema: z.number().positive(),
    default: delegatedMinutes,
    untrusted: onlyLower,
    label: 'Delegation timeout',
    hint: 'Minutes for delegated work, unless the agent sets its own.',
  }),
}
