import { useClient } from '../../connection/client.ts'
import { useAsked } from '../../connection/use-asked.ts'
import { oneLine } from '../../ui/text/neutral.ts'
import { wordsOf } from '../../ui/text/words.ts'
import { useWorkspace } from '../../workspace/place.ts'
import type { SettingField } from './setting-field.ts'

type Name = { readonly value: string; readonly label: string; readonly note?: string }

/** The modes or teams a setting can name. Empty for other kinds. */
export function useNames(kind: SettingField['kind']): readonly Name[] {
  const client = useClient()
  const place = useWorkspace()
  const modes = useAsked(() => (kind === 'mode' ? client.modes({}) : null))
  const teams = useAsked(() => (kind === 'team' ? client.teams(place) : null), place.workspace)
  if (kind === 'mode')
    return modes.value?.items.map(({ name, summary }) => ({ value: name, label: wordsOf(name), note: summary })) ?? []
  return teams.value?.items.map(({ team }) => ({ value: team.slug, label: oneLine(team.name) })) ?? []
}
