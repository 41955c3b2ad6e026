import type { StepView } from '@convene/domain'
import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleX,
  ListChecks,
  type LucideIcon,
} from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Coded } from '../../ui/markdown/coded.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { shownNow } from '../view/mode-view.ts'
import { useSpeaker, useView } from '../view/use-session.ts'

/** The plan's steps with owners and states. */
export function PlanTab() {
  const plan = useView((view) => shownNow(view).plan)
  if (!plan)
    return <Empty icon={ListChecks} title="No plan yet" text="Steps appear here with their owners and states." />
  const done = plan.steps.filter(({ state }) => state === 'finished' || state === 'accepted').length
  return (
    <div className="flex flex-col gap-3 p-4">
      <p className="flex items-center gap-2 text-sm text-muted">
        Version {plan.version}
        <Badge tone={plan.committed ? 'good' : 'plain'}>{plan.committed ? 'Committed' : 'Draft'}</Badge>
        <span className="numeric ml-auto">
          {done} of {plan.steps.length} done
        </span>
      </p>
      <ol className="flex flex-col gap-2">
        {plan.steps.map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </ol>
    </div>
  )
}

const marks: Readonly<Record<StepView['state'], readonly [LucideIcon, string]>> = {
  pending: [CircleDashed, 'text-muted'],
  running: [CircleDot, 'text-accent-ink'],
  waiting: [Circle, 'text-warning'],
  blocked: [CircleAlert, 'text-warning'],
  finished: [CircleCheck, 'text-muted'],
  accepted: [CircleCheck, 'text-good'],
  reopened: [CircleDot, 'text-warning'],
  failed: [CircleX, 'text-bad'],
  skipped: [CircleDashed, 'text-muted'],
  not_carried_out: [CircleDashed, 'text-muted'],
}

function StepRow({ step }: { readonly step: StepView }) {
  const owner = useSpeaker(step.owner)
  const [Icon, look] = step.against ? marks.blocked : marks[step.state]
  const state = step.against ? 'accepted against its review' : step.state.replaceAll('_', ' ')
  return (
    <li className="flex gap-3 rounded-md border border-line bg-surface p-3">
      <Icon role="img" aria-label={state} size={16} className={classes('mt-0.5 shrink-0', look)} />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <span className="mr-2 font-mono text-sm font-normal text-muted">{step.id}</span>
          <Coded text={step.description} />
        </p>
        {step.acceptance && (
          <p className="mt-1 text-sm text-muted">
            <Coded text={step.acceptance} />
          </p>
        )}
        {step.reason && (
          <p className="mt-1 text-sm text-warning wrap-anywhere">
            <Coded text={oneLine(step.reason)} />
          </p>
        )}
        <p className="mt-2 flex items-center gap-2 text-sm text-muted">
          <Avatar {...owner} size="small" />
          <span>{[owner.name, state, step.attempt > 1 && `attempt ${step.attempt}`].filter(Boolean).join(' · ')}</span>
          {step.dependsOn.length > 0 && <span className="ml-auto">after {step.dependsOn.join(', ')}</span>}
        </p>
      </div>
    </li>
  )
}
