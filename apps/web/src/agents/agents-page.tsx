import { Plus } from 'lucide-react'
import { useLocation } from 'wouter'
import { told, useClient } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { ImportButton } from '../library/import-button.tsx'
import { LibraryList } from '../library/library-list.tsx'
import { hiddenBy, sectionOf } from '../library/sections.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { ProblemList } from '../parts/problem-list.tsx'
import { Screen } from '../parts/screen.tsx'
import { toast } from '../parts/toast.tsx'
import { colorOf } from '../session/seats.ts'
import { oneLine } from '../text/neutral.ts'
import { wordsOf } from '../text/words.ts'
import { useWorkspace } from '../workspace/place.ts'
import { WorkspacePicker } from '../workspace/workspace-picker.tsx'

/** Every agent, by where it comes from. */
export function AgentsPage() {
  const client = useClient()
  const place = useWorkspace()
  const [, navigate] = useLocation()
  const { value, refusal } = useAsked(() => client.agents(place), place.workspace)
  const workspace = useAsked(() => client.trust(place), place.workspace).value?.workspace ?? ''
  const take = async (text: string) => {
    const saved = told(await client.createAgent({ ...place, text }), 'Nothing was imported.')
    if (!saved) return
    toast('good', 'Imported', saved.file)
    navigate(`/agents/${saved.slug}`)
  }
  const items = value?.items.map(({ agent, source }) => ({
    key: agent.slug,
    href: `/agents/${agent.slug}`,
    section: sectionOf(source),
    name: agent.name,
    description: agent.description,
    picture: (
      <Avatar name={agent.name} icon={oneLine(agent.icon)} color={agent.color || colorOf(agent.slug)} size="large" />
    ),
    badges: agent.category === 'primary' ? null : <Badge>{wordsOf(agent.category)}</Badge>,
  }))
  const hidden = value?.items.flatMap((listed) =>
    hiddenBy(listed, listed.agent.name, workspace).map((each) => ({ ...each, name: listed.agent.name })),
  )
  return (
    <Screen
      title="Agents"
      actions={
        <>
          <WorkspacePicker className="max-tablet:hidden" />
          <ImportButton label="Agent file" accept=".md,text/markdown" onText={(text) => void take(text)} />
          <Button tone="primary" icon={Plus} onClick={() => navigate('/agents/new')}>
            New agent
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
