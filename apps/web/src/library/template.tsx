import { useLocation } from 'wouter'
import { ChoiceField } from '../ui/choice.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { useWorkspaceCall } from '../workspace/use-workspace-call.ts'
import type { LibraryKind } from './kind.ts'
import { sectionNames, sectionOf } from './sections.ts'

/** What a new team or agent starts from: blank, or a copy. */
export function Template({ kind, from }: { readonly kind: LibraryKind; readonly from: string }) {
  const [, navigate] = useLocation()
  const known = useKnown(kind.word)
  const options = [
    { value: 'blank', label: 'Blank', note: `an empty ${kind.word}` },
    ...known.map(({ slug, name, note, source }) => ({
      value: slug,
      label: oneLine(name),
      note: oneLine(note),
      group: sectionNames[sectionOf(source)],
    })),
  ]
  return (
    <ChoiceField
      label="Start from"
      value={from || 'blank'}
      options={options}
      onChange={(slug) => navigate(`${kind.place}/new${slug === 'blank' ? '' : `/${slug}`}`)}
      className="w-80 max-w-full"
    />
  )
}

function useKnown(kind: LibraryKind['word']) {
  const teams = useWorkspaceCall((client, place) => (kind === 'team' ? client.teams(place) : null))
  const agents = useWorkspaceCall((client, place) => (kind === 'agent' ? client.agents(place) : null))
  return [
    ...(teams.value?.items ?? []).map(({ team, source }) => ({ ...team, note: team.description, source })),
    ...(agents.value?.items ?? [])
      .filter(({ agent }) => agent.category !== 'hidden')
      .map(({ agent, source }) => ({ ...agent, note: agent.description, source })),
  ]
}
