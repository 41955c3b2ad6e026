import { type Dispatch, type SetStateAction, useEffect } from 'react'
import { useClient } from '../connection/client.ts'
import { useLoaded } from '../connection/use-loaded.ts'
import { useWorkspace } from '../workspace/place.ts'
import { type Draft, prefilled } from './draft.ts'

/** Fills in mode and team from the settings until the user chooses others. */
export function useUsual(setDraft: Dispatch<SetStateAction<Draft>>): void {
  const client = useClient()
  const place = useWorkspace()
  const settings = useLoaded(() => client.settings(place), place.workspace)?.settings
  const mode = String(settings?.defaultMode ?? '')
  const team = String(settings?.defaultTeam ?? '')
  useEffect(() => setDraft((before) => prefilled(before, { mode, team })), [mode, team, setDraft])
}
