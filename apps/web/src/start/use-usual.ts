import { type Dispatch, type SetStateAction, useEffect } from 'react'
import { useAskedHere } from '../workspace/use-asked-here.ts'
import { type Draft, prefilled } from './draft.ts'

/** Fills in mode and team from the settings until the user chooses others. */
export function useUsual(setDraft: Dispatch<SetStateAction<Draft>>): void {
  const settings = useAskedHere((client, place) => client.settings(place)).value?.settings
  const mode = String(settings?.defaultMode ?? '')
  const team = String(settings?.defaultTeam ?? '')
  useEffect(() => setDraft((before) => prefilled(before, { mode, team })), [mode, team, setDraft])
}
