import type { ForkChange } from '@convene/domain'
import { Ban, Cpu, Gauge, type LucideIcon, Repeat, Sparkles, UserMinus } from 'lucide-react'
import type { limitNames } from '../settings/form/limit-texts.ts'

export type ChangeKind = ForkChange['type']

/** What the user has typed so far. Switching the kind loses nothing. */
export type ChangeDraft = {
  readonly kind: ChangeKind
  readonly seat: string
  readonly model: string
  readonly agent: string
  readonly text: string
  readonly limit: (typeof limitNames)[number]
  readonly value: string
}

export const emptyChange: ChangeDraft = {
  kind: 'fact',
  seat: '',
  model: '',
  agent: '',
  text: '',
  limit: 'maxTurns',
  value: '',
}

/** What a fork can change, one thing at a time. */
export const changeKinds: readonly { readonly kind: ChangeKind; readonly label: string; readonly icon: LucideIcon }[] =
  [
    { kind: 'fact', label: 'Add a fact', icon: Sparkles },
    { kind: 'forbid', label: 'Forbid an argument', icon: Ban },
    { kind: 'model', label: 'Another model', icon: Cpu },
    { kind: 'swap', label: 'Swap a seat', icon: Repeat },
    { kind: 'without', label: 'Leave a seat out', icon: UserMinus },
    { kind: 'limit', label: 'Another limit', icon: Gauge },
  ]

/** The change as it would be sent, or null while something is missing. The program checks the rest. */
export function forkChangeOf({ kind, seat, model, agent, text, limit, value }: ChangeDraft): ForkChange | null {
  const words = text.trim()
  switch (kind) {
    case 'fact':
    case 'forbid':
      return words ? { type: kind, text: words } : null
    case 'model':
      return seat && model.trim() ? { type: kind, seat, model: model.trim() } : null
    case 'swap':
      return seat && agent ? { type: kind, seat, agent } : null
    case 'without':
      return seat ? { type: kind, seat } : null
    case 'limit':
      return value.trim() && Number.isFinite(Number(value)) ? { type: kind, limit, value: Number(value) } : null
  }
}
