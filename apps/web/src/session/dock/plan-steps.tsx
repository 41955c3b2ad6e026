import { budgetText, checkText, type PlanStep, passText, type StepGrant } from '@convene/domain'
import { ListChecks, ShieldAlert, ShieldCheck } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Coded } from '../../ui/markdown/coded.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { capitalized } from '../../ui/text/words.ts'
import { useSpeaker } from '../view/use-session.ts'

/** The plan at its gate: each step, its owner, and what it may do without asking. */
export function PlanSteps(props: {
  readonly steps: readonly PlanStep[]
  readonly grants: readonly StepGrant[]
  /** Whether the user wants to be asked each time. */
  readonly asks: boolean
}) {
  const { steps, grants, asks } = props
  return (
    <ol className="flex flex-col gap-2">
      {steps.map((step) => (
        <StepCard key={step.id} step={step} grant={grants.find((each) => each.step === step.id)} asks={asks} />
      ))}
    </ol>
  )
}

type Card = { readonly step: PlanStep; readonly grant: StepGrant | undefined; readonly asks: boolean }

function StepCard({ step, grant, asks }: Card) {
  const owner = useSpeaker(step.owner)
  const facts = [
    step.dependsOn.length > 0 && `after ${step.dependsOn.join(', ')}`,
    step.budget && `at most ${budgetText(step.budget)}`,
    step.worktree && 'in its own worktree',
    step.tools && (step.tools.length > 0 ? `only ${step.tools.join(', ')}` : 'without tools'),
  ]
  return (
    <li className="flex flex-col gap-1 rounded-md border border-line p-3">
      <p className="flex items-start gap-2 font-medium">
        <span className="mt-0.5 shrink-0 font-mono text-sm font-normal text-muted">{step.id}</span>
        <span className="min-w-0 flex-1 wrap-anywhere">
          <Coded text={oneLine(step.description)} />
        </span>
      </p>
      {step.acceptance && (
        <p className="text-sm wrap-anywhere text-muted">
          <Coded text={oneLine(step.acceptance)} />
        </p>
      )}
      {step.checks?.map((check) => (
        <p key={checkText(check)} className="flex items-start gap-2 text-sm">
          <ListChecks aria-hidden size={14} className="mt-px shrink-0 text-accent-ink" />
          <span className="min-w-0 wrap-anywhere">
            Done when <Coded text={oneLine(passText(check))} />
          </span>
        </p>
      ))}
      <p className="mt-1 flex items-center gap-2 text-sm text-muted">
        <Avatar {...owner} size="small" />
        <span className="min-w-0 wrap-anywhere">{oneLine([owner.name, ...facts].filter(Boolean).join(' · '))}</span>
      </p>
      {grant && !asks && <Grant words={grant.words} />}
      {(grant ? asks : step.approve === 'ask') && <Asking />}
    </li>
  )
}

/** Grants of steps missing from the list, so that nothing is approved unseen. */
export function OtherGrants({ grants }: { readonly grants: readonly StepGrant[] }) {
  return grants.map(({ step, words }) => <Grant key={step} words={`Step ${step} ${words}`} />)
}

function Grant({ words }: { readonly words: string }) {
  return (
    <p className="mt-1 flex items-start gap-2 text-sm font-medium text-warning">
      <ShieldAlert aria-hidden size={16} className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">{capitalized(oneLine(words))}</span>
    </p>
  )
}

const Asking = () => (
  <p className="mt-1 flex items-start gap-2 text-sm text-muted">
    <ShieldCheck aria-hidden size={16} className="shrink-0" />
    Asks before every change
  </p>
)
