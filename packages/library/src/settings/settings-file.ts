import type { Setting, SettingTable } from '@convene/domain'
import { z } from 'zod'
import { declared, fileHeader, type OwnSettings } from './declared/declared.ts'
import { isGroup, type SettingGroup } from './declared/table.ts'

type SchemaOf<One> = One extends { readonly schema: infer Schema extends z.ZodType } ? z.ZodOptional<Schema> : never
type GroupShape<Table> = { [Key in keyof Table]: SchemaOf<Table[Key]> }
type EntrySchema<One> = One extends { readonly group: infer Table }
  ? z.ZodOptional<z.ZodObject<GroupShape<Table>>>
  : SchemaOf<One>
type FileShape = typeof fileHeader & { [Key in keyof OwnSettings]: EntrySchema<OwnSettings[Key]> }

const schemaOf = ({ schema, label, hint }: Setting): z.ZodType => schema.optional().describe(`${label}. ${hint}`)

function groupSchema({ group, hint, strict }: SettingGroup<SettingTable>): z.ZodType {
  const shape = Object.fromEntries(Object.entries(group).map(([key, one]) => [key, schemaOf(one)]))
  const schema = strict ? z.strictObject(shape) : z.object(shape)
  return hint === undefined ? schema.optional() : schema.optional().describe(hint)
}

const entrySchema = (entry: Setting | SettingGroup): z.ZodType =>
  isGroup(entry) ? groupSchema(entry) : schemaOf(entry)

/** `config.json` as people write it. Everything is optional. An unknown key is ignored with a warning. */
export const SettingsFile = z.object({
  ...fileHeader,
  ...Object.fromEntries(Object.entries(declared).map(([key, entry]) => [key, entrySchema(entry)])),
} as unknown as FileShape)
export type SettingsFile = z.infer<typeof SettingsFile>
