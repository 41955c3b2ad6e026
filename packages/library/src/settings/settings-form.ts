import { choiceLabel, type Setting, type SettingSection } from '@convene/domain'
import { toJSONSchema } from 'zod'
import { declared } from './declared/declared.ts'
import { isGroup } from './declared/table.ts'

/** One setting as a form shows it. */
export type FormField = {
  readonly section: SettingSection
  readonly path: readonly string[]
  readonly label: string
  readonly hint: string
  readonly kind: 'number' | 'text' | 'lines' | 'check' | 'choice' | 'model' | 'mode' | 'team'
  readonly options?: readonly { readonly value: string; readonly label: string; readonly note?: string }[]
  readonly placeholder?: string
  readonly unset?: string
  readonly min?: number
  /** The value must be larger than this. */
  readonly above?: number
  readonly max?: number
  readonly step?: number
}

type Drawn = Pick<FormField, 'kind' | 'options' | 'min' | 'above' | 'max' | 'step'>

/** Every setting with a section and a simple control, in the order declared. Switches come last, so that rows align. */
export function settingsForm(): readonly FormField[] {
  const fields = Object.entries(declared).flatMap(([key, entry]) => {
    if (!isGroup(entry)) return fieldOf([key], entry, entry.section)
    return Object.entries(entry.group).flatMap(([name, one]) => fieldOf([key, name], one, one.section ?? entry.section))
  })
  const isSwitch = ({ kind }: FormField) => kind === 'check'
  return [...fields.filter((field) => !isSwitch(field)), ...fields.filter(isSwitch)]
}

function fieldOf(path: readonly string[], one: Setting, section: SettingSection | undefined): readonly FormField[] {
  const { label, hint, control } = one
  const drawn = section && drawnAs(one)
  if (section === undefined || drawn === undefined) return []
  const { placeholder, unset } = control ?? {}
  return [{ section, path, label, hint, ...drawn, ...(placeholder && { placeholder }), ...(unset && { unset }) }]
}

type JsonSchema = {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

/** The control that fits a schema. None for objects, which have their own screens or are edited in the file. */
function drawnAs({ schema, control }: Setting): Drawn | undefined {
  const written = toJSONSchema(schema, { io: 'input' }) as JsonSchema
  const { type, items, ...rest } = written.anyOf?.find((each) => each.type !== 'null') ?? written
  if (control?.names) return { kind: control.names }
  if (rest.enum) return { kind: 'choice', options: rest.enum.map((value) => optionOf(value, control?.notes)) }
  if (type === 'boolean') return { kind: 'check' }
  if (type === 'string') return { kind: 'text' }
  if (type === 'array') return items?.type === 'string' ? { kind: 'lines' } : undefined
  return type === 'number' || type === 'integer' ? numberOf(rest, type === 'integer') : undefined
}

const optionOf = (value: string, notes: { readonly [option: string]: string } = {}) => ({
  ...{ value, label: choiceLabel(value) },
  ...(notes[value] !== undefined && { note: notes[value] }),
})

function numberOf({ minimum, exclusiveMinimum, maximum }: JsonSchema, isWhole: boolean): Drawn {
  return {
    kind: 'number',
    ...(isBound(minimum) && { min: minimum }),
    ...(isBound(exclusiveMinimum) && { above: exclusiveMinimum }),
    ...(isBound(maximum) && { max: maximum }),
    ...(isWhole && { step: 1 }),
  }
}

/** The largest safe integer is the schema's default bound for whole numbers, and is not worth showing. */
const isBound = (value: number | undefined): boolean => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
