import { countText } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { neutral, oneLine } from '../../ui/text/neutral.ts'

export type Trial = Output<'tryServer'>

const states = { new: 'New', changed: 'Changed', known: '' } as const

/** A server's tools, what changed since they were approved, and the button to approve them. */
export function ServerTools({ trial, onAgree }: { readonly trial: Trial; readonly onAgree: () => void }) {
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
