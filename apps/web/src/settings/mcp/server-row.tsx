import { countText } from '@convene/domain'
import type { CallResult, Output } from '@convene/protocol'
import { FlaskConical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { neutral, oneLine } from '../../ui/text/neutral.ts'
import { toast } from '../../ui/toast.tsx'
import { useWorkspace } from '../../workspace/chosen-workspace.ts'

export type EditedMcpServer = { readonly command?: string; readonly args?: readonly string[]; readonly url?: string }

/** One server: its command, whether it works, and its tools. */
export function ServerRow(props: {
  readonly name: string
  readonly server: EditedMcpServer
  /** The file that defines it, if not this one. */
  readonly elsewhere: string | undefined
  readonly onRemove: () => void
}) {
  const { name, server, elsewhere } = props
  const { trial, isTrying, tryIt, agree } = useTrial(name)
  const target = server.url ?? [server.command, ...(server.args ?? [])].join(' ')
  return (
    <li className="flex flex-col gap-3 px-3 py-2">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2 font-medium">
            {oneLine(name)}
            <Badge>{server.url ? 'HTTP' : 'Command'}</Badge>
            {elsewhere && <Badge>{elsewhere}</Badge>}
          </span>
          <span className="block truncate font-mono text-sm text-muted">{oneLine(target)}</span>
        </span>
        <Button small icon={FlaskConical} disabled={isTrying} onClick={() => void tryIt()}>
          {isTrying ? 'Testing' : 'Test'}
          <span className="sr-only"> {name}</span>
        </Button>
        {!elsewhere && <IconButton label={`Remove ${name}`} icon={Trash2} onClick={props.onRemove} />}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {trial && <Outcome trial={trial} onAgree={() => void agree(trial.fingerprint)} />}
      </div>
    </li>
  )
}

/** Starts the server once to list its tools. */
function useTrial(name: string) {
  const client = useClient()
  const place = useWorkspace()
  const [trial, setTrial] = useState<Trial | null>(null)
  const [isTrying, setTrying] = useState(false)
  const take = (tried: CallResult<Trial>) => setTrial(valueOrToast(tried, 'Nothing was changed.'))
  const tryIt = async () => {
    setTrying(true)
    take(await client.tryServer({ ...place, name }))
    setTrying(false)
  }
  const agree = async (fingerprint: string) => {
    if (valueOrToast(await client.approveServer({ ...place, name, fingerprint }), 'The tools were not approved.'))
      toast('good', `Approved the tools of ${name}`)
    await tryIt()
  }
  return { trial, isTrying, tryIt, agree }
}

function Outcome({ trial, onAgree }: { readonly trial: Trial; readonly onAgree: () => void }) {
  if (trial.problem !== null)
    return (
      <Notice tone="bad" title="The server does not work">
        {oneLine(trial.problem)}
      </Notice>
    )
  return <ServerTools trial={trial} onAgree={onAgree} />
}

type Trial = Output<'tryServer'>

const states = { new: 'New', changed: 'Changed', known: '' } as const

/** A server's tools, what changed since they were approved, and the button to approve them. */
function ServerTools({ trial, onAgree }: { readonly trial: Trial; readonly onAgree: () => void }) {
  const { tools, gone, approved } = trial
  const isChanged = tools.some(({ state }) => state !== 'new') || gone.length > 0
  return (
    <div className="flex flex-col gap-3">
      <Notice
        tone={approved ? 'good' : 'warning'}
        title={`It works, with ${countText(tools.length, 'tool')}`}
        action={
          approved ? undefined : (
            <Button small onClick={onAgree}>
              Approve these tools
            </Button>
          )
        }
      >
        {approved
          ? 'You have approved these tools. You are asked again if they change.'
          : isChanged
            ? 'The tools have changed since you approved them. The first use of each asks you, whatever the rules allow.'
            : 'These tools are not approved yet. The first use of each asks you, whatever the rules allow.'}
      </Notice>
      <ul aria-label="Server tools" className="flex max-h-72 flex-col gap-2 overflow-y-auto">
        {tools.map(({ name, description, state }) => (
          <li key={name} className="text-sm">
            <span className="flex items-center gap-2 font-mono">
              {oneLine(name)}
              {!approved && states[state] && <Badge tone="warning">{states[state]}</Badge>}
            </span>
            <span className="line-clamp-3 text-muted">{neutral(description)}</span>
          </li>
        ))}
        {gone.map((name) => (
          <li key={name} className="flex items-center gap-2 font-mono text-sm text-muted line-through">
            {oneLine(name)}
            <Badge>Removed</Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}
