import { agentColor } from '@convene/domain'
import { useClient } from '../../connection/client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { wordsOfCode } from '../../ui/text/words.ts'
import { useWorkspace } from '../../workspace/chosen-workspace.ts'
import { useWorkspaceCall } from '../../workspace/use-workspace-call.ts'
import { agentKind } from '../kind.ts'
import type { Shown } from '../library-item.tsx'
import { LibraryPage } from '../library-page.tsx'
import type { ListedAgent } from './agent-draft.ts'

/** All agents, grouped by source. */
export function AgentsPage() {
  const client = useClient()
  const place = useWorkspace()
  const listed = useWorkspaceCall(() => client.agents(place))
  return (
    <LibraryPage
      kind={agentKind}
      listed={listed}
      show={show}
      onImport={(text) => client.createAgent({ ...place, text })}
    />
  )
}

function show({ agent }: ListedAgent): Shown {
  const { slug, name, description, icon, color, category } = agent
  return {
    ...{ slug, name, description },
    picture: <Avatar name={name} icon={oneLine(icon)} color={agentColor({ slug, color })} size="large" />,
    badges: category === 'primary' ? null : <Badge>{wordsOfCode(category)}</Badge>,
  }
}
