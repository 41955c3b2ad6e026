import { refuse } from '@convene/domain'
import { changeSettings, HIDDEN, hideSecrets } from '@convene/host'
import { defaultRules, defaultSettings, type SettingsReading, settingsForm } from '@convene/library'
import type { Output } from '@convene/protocol'
import { type Handlers, inPlace, type RouteContext } from '../context.ts'

type Reading = Pick<SettingsReading, 'settings' | 'sources' | 'problems' | 'layers'>

/** The settings that pages need for everyone: no addresses, programs or files. */
const shared = ['model', 'defaultAgent', 'defaultMode', 'defaultTeam', 'verbosity', 'interface', 'limits'] as const

/** Full settings only for people who may change them, because addresses and program arguments can be secret too. */
function forCaller({ caller }: RouteContext, reading: Reading): Reading {
  if (!caller || caller.may('saveSettings')) return reading
  const { settings } = reading
  const seen = Object.fromEntries(shared.filter((key) => key in settings).map((key) => [key, settings[key]]))
  return { settings: { ...defaultSettings, ...seen }, sources: [], problems: [], layers: { user: {}, workspace: {} } }
}

/** The settings without their secrets. */
export const settingsHandlers: Handlers<'settings' | 'saveSettings'> = {
  settings: (context, { workspace }) =>
    inPlace(context, workspace, async (place) => {
      const { settings, sources, problems, layers } = forCaller(context, await place.settings())
      const withheld = problems.filter(({ code }) => code === 'untrusted').flatMap(({ key }) => key ?? [])
      return {
        ok: true,
        value: {
          settings: hideSecrets(settings),
          defaults: hideSecrets(defaultSettings),
          layers: { user: hideSecrets(layers.user), workspace: hideSecrets(layers.workspace) },
          workspace: { path: place.workspace, trust: (await place.trust()).state, withheld },
          sources: [...sources],
          problems: [...problems],
          form: settingsForm() as Output<'settings'>['form'],
          defaultRules: { ...defaultRules },
        },
      }
    }),
  saveSettings: (context, { workspace, layer = 'user', digest, changes }) =>
    inPlace<Output<'saveSettings'>>(context, workspace, async (place) => {
      if (changes.some(({ value }) => JSON.stringify(value ?? null).includes(HIDDEN)))
        return refuse('hidden_value', 'A hidden value was sent back. Send only the settings you want to change.')
      const edits = changes.map(({ path, value }) => ({ path, value }))
      const saved = await changeSettings(place, { layer, digest, changes: edits })
      if (saved.ok) context.program.at(place.workspace)
      return saved.ok ? { ok: true, value: { digest: saved.value } } : saved
    }),
}
