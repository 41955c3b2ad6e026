import type { Json } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { useState } from 'react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import type { CallState } from '../../connection/use-call.ts'
import { toast } from '../../ui/toast.tsx'
import { useWorkspace } from '../../workspace/chosen-workspace.ts'
import { useWorkspaceCall } from '../../workspace/use-workspace-call.ts'

export type SettingsReading = Output<'settings'>
/** A new value for a key. Without a value, the key returns to its default. */
export type EditedSetting = { readonly path: string[]; readonly value?: Json }
/** Which file is edited: the user's or the workspace's. */
export type SettingsScope = 'user' | 'workspace'

export type EditableSettings = CallState<SettingsReading> & {
  readonly scope: SettingsScope
  show(scope: SettingsScope): void
  /** False for an untrusted workspace. */
  readonly canChange: boolean
  /** Changes the file of this scope. True on success. */
  save(changes: readonly EditedSetting[]): Promise<boolean>
}

/** The effective settings, their sources, and a way to change them. */
export function useSettings(): EditableSettings {
  const client = useClient()
  const place = useWorkspace()
  const [scope, show] = useState<SettingsScope>('user')
  const asked = useWorkspaceCall(() => client.settings(place))
  const digest = asked.value?.sources.find(({ layer }) => layer === scope)?.digest ?? null
  const save = async (changes: readonly EditedSetting[]) => {
    const saved = valueOrToast(
      await client.saveSettings({ ...place, layer: scope, digest, changes: [...changes] }),
      'The settings file is unchanged.',
    )
    if (saved) toast('good', 'Saved')
    asked.again()
    return saved !== null
  }
  return { ...asked, scope, show, save, canChange: scope === 'user' || isOpen(asked.value?.workspace.trust) }
}

const isOpen = (trust: SettingsReading['workspace']['trust'] | undefined): boolean =>
  trust === 'trusted' || trust === 'nothing'
