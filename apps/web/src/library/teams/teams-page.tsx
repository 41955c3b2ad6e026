import { countText } from '@convene/domain'
import { Users } from 'lucide-react'
import { useClient } from '../../connection/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { wordsOfCode } from '../../ui/text/words.ts'
import { useWorkspace } from '../../workspace/chosen-workspace.ts'
import { useWorkspaceCall } from '../../workspace/use-workspace-call.ts'
import { teamKind } from '../kind.ts'
import type { Shown } from '../library-item.tsx'
import { LibraryPage } from '../library-page.tsx'
import type { ListedTeam } from './team-draft.ts'

/** All teams, grouped by source. */
export function TeamsPage() {
  const client = useClient()
  const place = useWorkspace()
  const listed = useWorkspaceCall(() => client.teams(place))
  return (
    <LibraryPage
      kind={teamKind}
      listed={listed}
      show={show}
      onImport={(text) => client.createTeam({ ...place, text })}
    />
  )
}

function show({ team, source }: ListedTeam): Shown {
  const { slug, name, mode, members } = team
  return {
    ...{ slug, name },
    description: team.description || `${countText(members.length, 'member')}.`,
    picture: <TeamPicture />,
    start: `/with/${slug}`,
    badges: (
      <>
        {source === 'squad' && <Badge tone="accent">Squad</Badge>}
        <Badge>{wordsOfCode(mode)}</Badge>
      </>
    ),
  }
}

const TeamPicture = () => (
  <span
    aria-hidden
    className="inline-flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-ink"
  >
    <Users size={16} strokeWidth={1.75} />
  </span>
)
