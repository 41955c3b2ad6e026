import type { Json } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { told, useClient } from '../connection/client.ts'
import { type Asked, useAsked } from '../connection/use-asked.ts'
import { toast } from '../parts/toast.tsx'
import { useWorkspace } from '../workspace/place.ts'

export type SettingsReading = Output<'settings'>
/** A value for a key; none removes it, and the default holds again. */
export type Change = { readonly path: string[]; readonly value?: Json }

export type EditableSettings = Asked<SettingsReading> & {
  /** Changes your settings file; true if it did. */
  save(changes: readonly Change[]): Promise<boolean>
}

/** The settings in force, and the way to change yours. */
export function useSettings(): EditableSettings {
  const client = useClient()
  const place = useWorkspace()
  const asked = useAsked(() => client.settings(place), place.workspace)
  const digest = asked.value?.sources.find(({ layer }) => layer === 'user')?.digest ?? null
  const save = async (changes: readonly Change[]) => {
    const saved = told(
      await client.saveSettings({ ...place, digest, changes: [...changes] }),
      'Your settings file is as it was.',
    )
    if (saved) toast('good', 'Saved')
    asked.again()
    return saved !== null
  }
  return { ...asked, save }
}

/** What stands at a path, if anything does. */
export function valueAt(settings: { readonly [key: string]: Json }, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, key) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as { readonly [key: string]: Json })[key]
        : undefined,
    settings as Json,
  )
}
