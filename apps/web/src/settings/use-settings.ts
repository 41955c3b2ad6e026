import type { Json } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { useState } from 'react'
import { told, useClient } from '../connection/client.ts'
import { type Asked, useAsked } from '../connection/use-asked.ts'
import { toast } from '../parts/toast.tsx'
import { useWorkspace } from '../workspace/place.ts'

export type SettingsReading = Output<'settings'>
/** A value for a key; none removes it, and the default holds again. */
export type Change = { readonly path: string[]; readonly value?: Json }
/** Whose file is looked at and changed: the person's own, or that of the workspace. */
export type Scope = 'user' | 'workspace'

export type EditableSettings = Asked<SettingsReading> & {
  readonly scope: Scope
  show(scope: Scope): void
  /** Nobody writes into a workspace that they do not trust. */
  readonly canChange: boolean
  /** Changes the file of this scope; true if it did. */
  save(changes: readonly Change[]): Promise<boolean>
}

/** The settings in force, where they come from, and the way to change them. */
export function useSettings(): EditableSettings {
  const client = useClient()
  const place = useWorkspace()
  const [scope, show] = useState<Scope>('user')
  const asked = useAsked(() => client.settings(place), place.workspace)
  const digest = asked.value?.sources.find(({ layer }) => layer === scope)?.digest ?? null
  const save = async (changes: readonly Change[]) => {
    const saved = told(
      await client.saveSettings({ ...place, layer: scope, digest, changes: [...changes] }),
      'The settings file is as it was.',
    )
    if (saved) toast('good', 'Saved')
    asked.again()
    return saved !== null
  }
  return { ...asked, scope, show, save, canChange: scope === 'user' || isOpen(asked.value?.workspace.trust) }
}

const isOpen = (trust: SettingsReading['workspace']['trust'] | undefined): boolean =>
  trust === 'trusted' || trust === 'nothing'
