import type { Json } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { linesIn } from '../../ui/text/words.ts'

/** One setting in the form. */
export type SettingField = Omit<Output<'settings'>['form'][number], 'section'>

/** A value as field text. */
export function settingText(value: Json | undefined): string {
  if (Array.isArray(value)) return value.join('\n')
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}

/** Field text as a value. Empty text uses the default. */
export function writtenIn(field: SettingField, text: string): Json | undefined {
  const trimmed = text.trim()
  if (field.kind === 'check') return trimmed === 'true'
  if (trimmed === '') return undefined
  if (field.kind === 'number') return Number(trimmed)
  return field.kind === 'lines' ? linesIn(trimmed) : trimmed
}

/** The problem the field can detect by itself. */
export function faultOf(field: SettingField, text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (field.kind === 'number') return numberFault(field, Number(trimmed))
  const names = field.kind === 'model' ? [trimmed] : []
  return names.every((name) => /^[^/\s]+\/\S+$/u.test(name)) ? undefined : 'Write it as provider/model.'
}

function numberFault({ min, above, max }: SettingField, value: number): string | undefined {
  if (Number.isNaN(value)) return 'Enter a number.'
  if (min !== undefined && value < min) return `At least ${min}.`
  if (above !== undefined && value <= above) return `More than ${above}.`
  return max !== undefined && value > max ? `At most ${max}.` : undefined
}
