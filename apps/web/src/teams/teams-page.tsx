import { countText } from '@convene/domain'
import { Plus, Users } from 'lucide-react'
import { useLocation } from 'wouter'
import { told, useClient } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { ImportButton } from '../library/import-button.tsx'
import { LibraryList } from '../library/library-list.tsx'
import { hiddenBy, sectionOf } from '../library/sections.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { ProblemList } from '../parts/problem-list.tsx'
import { Screen } from '../parts/screen.tsx'
import { toast } from '../parts/toast.tsx'
import { wordsOf } from '../text/words.ts'
import { useWorkspace } from '../workspace/place.ts'
import { WorkspacePicker } from '../workspace/workspace-picker.tsx'

/** Every team, by where it comes from. */
export function TeamsPage() {
  const client = useClient()
  const place = useWorkspace()
  const [, navigate] = useLocation()
  const { value, refusal } = useAsked(() => client.teams(place), place.workspace)
  const workspace = useAsked(() => client.trust(place), place.workspace).value?.workspace ?? ''
  const take = async (text: string) => {
    const saved = told(await client.createTeam({ ...place, text }), 'Nothing was imported.')
    if (!saved) return
    toast('good', 'Imported', saved.file)
    navigate(`/teams/${saved.slug}`)
  }
  const items = value?.items.map(({ team, source }) => ({
    key: team.slug,
    href: `/teams/${team.slug}`,
    section: sectionOf(source),
    name: team.name,
    description: team.description || `${countText(team.members.length, 'member')}.`,
    picture: <TeamPicture />,
    badges: (
      <>
        {source === 'squad' && <Badge tone="accent">Squad</Badge>}
        <Badge>{wordsOf(team.mode)}</Badge>
      </>
    ),
  }))
  const hidden = value?.items.flatMap((listed) =>
    hiddenBy(listed, listed.team.name, workspace).map((each) => ({ ...each, name: listed.team.name })),
  )
  return (
    <Screen
      title="Teams"
      actions={
        <>
          <WorkspacePicker className="max-tablet:hidden" />
          <ImportButton label="Team file" accept=".json,application/json" onText={(text) => void take(text)} />
          <Button tone="primary" icon={Plus} onClick={() => navigate('/teams/new')}>
            New team
          </Button>
        </>
      }
    >
      {refusal && <Notice tone="bad" title={refusal.message} />}
      <ProblemList problems={value?.problems ?? []} />
      {items && (
        <LibraryList
          items={items}
          hidden={hidden ?? []}
          nothing="None yet. Make one, or save a built-in one as yours."
        />
      )}
    </Screen>
  )
}

const TeamPicture = () => (
  <span
    aria-hidden
    className="inline-flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-ink"
  >
    <Users size={16} strokeWidth={1.75} />
  </span>
)
