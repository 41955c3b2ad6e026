import { limitTable, noLimits } from '@convene/domain'
import { defaultSettings, publishSchema, SettingsFile } from '@convene/library'
import { code, fenced, page, paragraph, table } from './page.mjs'
import { fieldsOf, typeText } from './shape.mjs'

/** The JSON Schema of the settings file, for editors. */
export const settingsSchema = () => publishSchema(SettingsFile, 'Convene settings')

const schema = JSON.parse(settingsSchema())
const defaults = { ...defaultSettings, limits: { ...noLimits, ...defaultSettings.limits } }

/** Every settings key. */
export function settings() {
  const rows = fieldsOf(schema).flatMap(entries)
  return page(
    'Settings',
    '`packages/library/src/settings/declared`, `packages/domain/src/limits/limits.ts` and `packages/domain/src/modes/*/settings.ts`',
    [
      paragraph(
        "Settings are JSON with comments, in `~/.convene/config.json` (or under `CONVENE_HOME`) and in a workspace's `.convene/config.json`. The workspace overrides your settings as far as you [trust](user-guide.md#trust) it. [Settings in two places](user-guide.md#settings-in-two-places) explains how to change them. Errors name the file, line, key and allowed values.",
      ),
      fenced('jsonc', example),
      keyTable(rows),
      paragraph(
        'Where the default is *no limit*, the mode may set one: `convene modes show <mode>` lists its limits, and [panel](panel.md#guardrails) and [reflect](reflect.md#how-it-ends) explain theirs. Limits you set replace them.',
      ),
    ],
  )
}

const example = `{
  "version": 1,
  "model": "anthropic/claude-sonnet-5-5",
  "limits": { "maxCostUsd": 2 },
  // your own server, used as local/<model>
  "providers": { "local": { "type": "openai-compatible", "baseURL": "http://127.0.0.1:8000/v1" } },
}`

/** Lists the entries of a record too, as `prices.<name>.input`. */
function entries({ path, field, isRequired }) {
  const entry = field.additionalProperties
  const inner = entry?.properties ? fieldsOf(entry, `${path}.<name>.`) : []
  return [{ path, field, isRequired }, ...inner]
}

const keyTable = (rows) =>
  table(
    ['key', 'allowed', 'default', 'meaning'],
    rows.map(({ path, field }) => [code(path), allowed(field), defaultOf(path), field.description ?? '']),
  )

function allowed(field) {
  if (field.properties) return 'object'
  return field.additionalProperties?.properties ? 'object by name' : typeText(field)
}

const usualLimit = (path) => limitTable[path.replace('limits.', '')]?.usual

function defaultOf(path) {
  const value = path.split('.').reduce((inner, key) => inner?.[key], defaults)
  if (value === undefined) return ''
  if (value === null) return usualLimit(path) ?? 'no limit'
  return typeof value === 'object' ? '' : code(value)
}
