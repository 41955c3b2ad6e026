import {
  endsRun,
  isWiderLimit,
  type LimitKey,
  type LimitSettings,
  limitKeys,
  limitTable,
  modes,
  noLimits,
  onlyIf,
  type Setting,
  setting,
} from '@convene/domain'
import { z } from 'zod'
import type { SettingGroup } from './table.ts'

type LimitDeclarations = { readonly [Key in LimitKey]: Setting<(typeof limitTable)[Key]['schema'], undefined> }

const declare = (key: LimitKey): Setting => {
  const { schema, label, hint, mustBeValid } = limitTable[key]
  return {
    ...{ schema, label, hint },
    ...(mustBeValid && { mustBeValid }),
    untrusted: endsRun(key)
      ? onlyIf((limit, users) => !isWiderLimit(key, limit as never, ceilingOf(key, users) as never))
      : 'never',
    control: { placeholder: placeholderOf(key) },
  }
}

/** A user who sets `null` has lifted the limit. Without a value, the limit of the strictest mode applies. */
const ceilingOf = (key: LimitKey, users: unknown) => (users === undefined ? usualLimits()[key] : users)

/** The lowest default limit of any mode: if the user sets none, a workspace may not allow more in any mode. */
function usualLimits(): LimitSettings {
  const pairs = Object.values(modes).flatMap((mode) => Object.entries(mode.limits({ members: { length: 1 } })))
  const lowest: Record<string, number> = {}
  for (const [name, limit] of pairs)
    if (typeof limit === 'number') lowest[name] = Math.min(limit, lowest[name] ?? limit)
  return lowest
}

function placeholderOf(key: LimitKey): string {
  const none = noLimits[key]
  const { usual } = limitTable[key]
  if (usual !== undefined) return usual
  if (typeof none === 'number') return String(none)
  if (Array.isArray(none) || typeof none === 'boolean') return ''
  return key in usualLimits() ? 'Set by the mode' : 'No limit'
}

/** What a run may spend and touch, and how long it waits for you. */
export const limitSettings = {
  limits: {
    section: 'limits',
    hint: 'What a run may spend. Durations are minutes, modelTimeout is seconds.',
    group: Object.fromEntries(limitKeys.map((key) => [key, declare(key)])) as LimitDeclarations,
  } satisfies SettingGroup,
}

export const approvalSettings = {
  approvals: {
    section: 'limits',
    group: {
      expire: setting({
        schema: z.number().positive(),
        default: 1440,
        // Shorter is not stricter: nobody could allow anything.
        untrusted: 'never',
        label: 'Approval timeout',
        hint: 'Deny automatically after this many minutes.',
      }),
    },
  } satisfies SettingGroup,
}
