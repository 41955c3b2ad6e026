import { useAsked } from '../../connection/use-asked.ts'
import { oneLine } from '../../ui/text/neutral.ts'
import { wordsOf } from '../../ui/text/words.ts'
import { useAskedHere } from '../../workspace/use-asked-here.ts'
import type { SettingField } from './setting-field.ts'

type Name = { readonly value: string; readonly label: string; readonly note?: string }

/** The modes or teams a setting can name. Empty for other kinds. */
export function useNames(kind: SettingField['kind']): readonly Name[] {
  const modes = useAsked((client) => (kind === 'mode' ? client.modes({}) : null))
  const teams = useAskedHere((client, place) => (kind === 'team' ? client.teams(place) : null))
  if (kind === 'mode')
    return modes.value?.items.map(({ name, summary }) => ({ value: name, label: wordsOf(name), note: summary })) ?? []
  return teams.value?.items.map(({ team }) => ({ value: team.slug, label: oneLine(team.name) })) ?? []
}
