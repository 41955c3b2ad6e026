import { countText, estimateText, overText, type PlanStep, type Question, seatsOf } from '@convene/domain'
import { DoorOpen, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { KeyCaps } from '../../ui/keys.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { shownNow } from '../view/mode-view.ts'
import { useSendOnce } from '../view/use-command.ts'
import { useView } from '../view/use-session.ts'
import { AnswerForm } from './answer-form.tsx'
import { DockCard } from './dock-card.tsx'
import { OtherGrants, PlanSteps } from './plan-steps.tsx'

/** A gate: the topic or plan that the user approves, edits or sends back. */
export function GateCard({ question }: { readonly question: Question }) {
  const [way, setWay] = useState<'read' | 'edit' | 'reject'>('read')
  const [asks, setAsks] = useState(false)
  const { send, isSending } = useSendOnce()
  const { grants } = question
  const read = () => setWay('read')
  const ask = asks && grants.length > 0 ? { ask: true } : {}
  const gate = question.id
  const approve = (text?: string) => send({ type: 'approve', gate, ...ask, ...(text !== undefined && { text }) })
  useShortcuts({ y: () => way === 'read' && approve(), e: () => setWay('edit'), n: () => setWay('reject') })
  return (
    <DockCard label={`Gate: ${question.gate}`} title={`Approve the ${question.gate}?`} icon={DoorOpen}>
      {way === 'read' && (
        <>
          <ScrollArea label="Proposal" className="min-h-0 flex-1 overflow-y-auto p-4">
            <GateQuestion question={question} asks={asks} />
          </ScrollArea>
          <AskSwitch count={grants.length} asks={asks} onAsks={setAsks} />
          <GateAnswers
            approve={approveText(grants.length, asks)}
            isSending={isSending}
            onApprove={() => approve()}
            onEdit={() => setWay('edit')}
            onReject={() => setWay('reject')}
          />
        </>
      )}
      {way === 'edit' && (
        <AnswerForm
          long
          label="Your version"
          send="Approve this version"
          text={question.text}
          onSend={approve}
          onBack={read}
        />
      )}
      {way === 'reject' && (
        <AnswerForm
          label="What should change?"
          send="Send back"
          onSend={(feedback) => send({ type: 'reject', gate, feedback })}
          onBack={read}
        />
      )}
    </DockCard>
  )
}

const none: readonly PlanStep[] = []

/** A plan as steps, anything else as text, below what would happen with it. */
function GateQuestion({ question, asks }: { readonly question: Question; readonly asks: boolean }) {
  const { gate, grants } = question
  const steps = useView((view) => (gate === 'plan' ? shownNow(view).plan?.steps : undefined)) ?? none
  const others = grants.filter(({ step }) => !steps.some(({ id }) => id === step))
  return (
    <>
      {steps.length > 0 ? (
        <PlanSteps steps={steps} grants={grants} asks={asks} />
      ) : (
        <>
          {question.text !== '' && <p className="mb-3 text-sm text-muted">{withoutEstimate(question.question)}</p>}
          <Markdown text={question.text || question.question} />
        </>
      )}
      {!asks && <OtherGrants grants={others} />}
    </>
  )
}

/** What is approved, who takes part and what limits it. The estimate is below. */
const withoutEstimate = (question: string): string => question.replace(/ Estimate: .*$/su, '')

/** The button names what it grants. */
const approveText = (grants: number, asks: boolean): string =>
  grants === 0 ? 'Approve' : asks ? 'Approve, ask each time' : `Approve, don’t ask in ${countText(grants, 'step')}`

function GateAnswers(props: {
  readonly approve: string
  readonly isSending: boolean
  readonly onApprove: () => void
  readonly onEdit: () => void
  readonly onReject: () => void
}) {
  return (
    <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
      <LimitWarning />
      <Button tone="primary" disabled={props.isSending} onClick={props.onApprove}>
        {props.approve} <KeyCaps keys="Y" inverted />
      </Button>
      <Button icon={Pencil} onClick={props.onEdit}>
        Edit <KeyCaps keys="E" />
      </Button>
      <Button tone="danger" onClick={props.onReject}>
        Send back <KeyCaps keys="N" />
      </Button>
      <EstimateLine />
    </footer>
  )
}

/** Makes plan steps ask even if the plan or a rule would let them act without asking. */
function AskSwitch(props: {
  /** How many steps could act without asking. */
  readonly count: number
  readonly asks: boolean
  readonly onAsks: (asks: boolean) => void
}) {
  if (props.count === 0) return null
  const steps = countText(props.count, 'step')
  const hint = props.asks ? `Otherwise ${steps} would not ask.` : `Now ${steps} will not ask, as marked above.`
  return (
    <div className="border-t border-line px-4 py-3">
      <Check label="Ask me each time" hint={hint} checked={props.asks} onChange={props.onAsks} />
    </div>
  )
}

/** The seats and a rough estimate. */
function EstimateLine() {
  const run = useView(({ session }) => session.run)
  if (!run) return null
  const facts = [countText(seatsOf(run.team).length, 'agent'), ...estimateText(run.estimate).split(' · ')]
  return (
    <p className="numeric ml-auto flex flex-wrap gap-x-1 text-sm text-muted">
      {facts.map((fact, place) => (
        <span key={fact} className="whitespace-nowrap">
          {place < facts.length - 1 ? `${fact} ·` : fact}
        </span>
      ))}
    </p>
  )
}

/** Limits the run will probably reach before it finishes. */
function LimitWarning() {
  const text = useView(({ session }) => (session.run ? overText(session.run) : ''))
  return text === '' ? null : <p className="w-full text-sm text-warning">{text}</p>
}
