import { type Json, refuse } from '@convene/domain'
import { changeSettings } from '@convene/program'
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
      const { settings, sources, problems, layers } = await place.settings()
      const { defaultRules, defaultSettings } = await place.adapters()
      const withheld = problems.filter(({ code }) => code === 'untrusted').flatMap(({ key }) => key ?? [])
      return {
        ok: true,
        value: {
          settings: shown(settings),
          defaults: shown(defaultSettings),
          layers: { user: shown(layers.user), workspace: shown(layers.workspace) },
          workspace: { path: place.workspace, trust: (await place.trust()).state, withheld },
          sources: [...sources],
          problems: [...problems],
          defaultRules: { ...defaultRules },
        },
      }
    }),
  saveSettings: (context, { workspace, layer = 'user', digest, changes }) =>
    inPlace<Output<'saveSettings'>>(context, workspace, async (place) => {
      if (changes.some(({ value }) => JSON.stringify(value ?? null).includes(HIDDEN)))
        return refuse('hidden_value', 'A hidden value was sent back. Change only what you want to be different.')
      const edits = changes.map(({ path, value }) => ({ path, value }))
      const saved = await changeSettings(place, { layer, digest, changes: edits })
      if (saved.ok) context.program.at(place.workspace)
      return saved.ok ? { ok: true, value: { digest: saved.value } } : saved
    }),
}

const shown = (settings: object): { [key: string]: Json } =>
  hidden(JSON.parse(JSON.stringify(settings)) as Json) as { [key: string]: Json }

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
