import type { Json, Result } from '@convene/domain'
import { refuse } from '@convene/domain'
import type { Program } from '@convene/program'
import type { Output } from '@convene/protocol'
import { type Handlers, inPlace } from '../context.ts'

/** Where secrets may stand in settings. They are there to be used, not to be read. */
const secret = /^(apiKey|secret)$/u
const secretMaps = /^(headers|env)$/u
const HIDDEN = '•••'

/** The settings, without what is secret in them. */
export const settingsHandlers: Handlers<'settings' | 'saveSettings'> = {
  settings: (context, { workspace }) =>
    inPlace(context, workspace, async (place) => {
      const { settings, sources, problems } = await place.settings()
      const { defaultRules } = await place.adapters()
      const shown = hidden(JSON.parse(JSON.stringify(settings)) as Json)
      return {
        ok: true,
        value: {
          settings: shown as { [key: string]: Json },
          sources: [...sources],
          problems: [...problems],
          defaultRules: { ...defaultRules },
        },
      }
    }),
  saveSettings: (context, { workspace, layer = 'user', digest, changes }) =>
    inPlace<Output<'saveSettings'>>(context, workspace, async (place) => {
      const file = await sourceOf(place, layer)
      if (!file.ok) return file
      if (changes.some(({ value }) => JSON.stringify(value ?? null).includes(HIDDEN)))
        return refuse('hidden_value', 'A hidden value was sent back. Change only what you want to be different.')
      const { saveSettings } = await place.adapters()
      const saved = saveSettings({
        source: { file: file.value, digest },
        changes: changes.map(({ path, value }) => ({ path, value })),
      })
      if (saved.ok) context.program.at(place.workspace)
      return saved.ok ? { ok: true, value: { digest: saved.value } } : saved
    }),
}

async function sourceOf(place: Program, layer: 'user' | 'workspace'): Promise<Result<string>> {
  const { sources } = await place.settings()
  const source = sources.find((each) => each.layer === layer)
  return source ? { ok: true, value: source.file } : refuse('not_found', `There is no settings file of the ${layer}.`)
}

function hidden(value: Json): Json {
  if (Array.isArray(value)) return value.map(hidden)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value as { [key: string]: Json }).map(([key, inner]): [string, Json] => {
    if (secret.test(key) && typeof inner === 'string') return [key, HIDDEN]
    if (secretMaps.test(key) && typeof inner === 'object' && inner !== null)
      return [key, Object.fromEntries(Object.keys(inner).map((name) => [name, HIDDEN]))]
    return [key, hidden(inner)]
  })
  return Object.fromEntries(entries)
}
