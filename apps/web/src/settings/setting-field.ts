import type { Json } from '@convene/domain'

/** One setting as a form shows it. */
export type SettingField = {
  readonly path: readonly string[]
  readonly label: string
  readonly hint?: string
  readonly kind: 'number' | 'text' | 'lines' | 'check' | 'choice' | 'model' | 'mode' | 'team'
  readonly options?: readonly { readonly value: string; readonly label: string; readonly note?: string }[]
  readonly placeholder?: string
  /** Of a choice: what it is called where nothing is chosen and there is no default. */
  readonly unset?: string
  readonly min?: number
  readonly max?: number
  readonly step?: number
}

/** A value as it stands in a field. */
export function textOf(value: Json | undefined): string {
  if (Array.isArray(value)) return value.join('\n')
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}

/** What stands in a field as a value; nothing: the default holds. */
export function writtenIn(field: SettingField, text: string): Json | undefined {
  const trimmed = text.trim()
  if (field.kind === 'check') return trimmed === 'true'
  if (trimmed === '') return undefined
  if (field.kind === 'number') return Number(trimmed)
  if (field.kind !== 'lines') return trimmed
  return trimmed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** What is wrong with it, as far as the field knows by itself. */
export function faultOf(field: SettingField, text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (field.kind === 'number') return numberFault(field, Number(trimmed))
  const names = field.kind === 'model' ? [trimmed] : []
  return names.every((name) => /^[^/\s]+\/\S+$/u.test(name)) ? undefined : 'Write it as provider/model.'
}

function numberFault({ min, max }: SettingField, value: number): string | undefined {
  if (Number.isNaN(value)) return 'This must be a number.'
  if (min !== undefined && value < min) return `At least ${min}.`
  return max !== undefined && value > max ? `At most ${max}.` : undefined
}
