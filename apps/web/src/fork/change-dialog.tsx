import { agentColor, changeText, forkTitle, goalLine, isFinal, type Run, seatOf } from '@convene/domain'
import type { Output, SessionView } from '@convene/protocol'
import { GitFork, Play } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useClient } from '../connection/client.ts'
import { useCall } from '../connection/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { fromHere } from '../ui/from-here.ts'
import { arrange } from '../ui/layout.ts'
import { Notice } from '../ui/notice.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { toast } from '../ui/toast.tsx'
import { type ChangeDraft, emptyChange, forkChangeOf } from './change-draft.ts'
import { ChangeFields } from './change-fields.tsx'
import type { RadioFace } from './face-radio.tsx'
import { KindCards } from './kind-cards.tsx'

type Props = { readonly id: string; readonly onClose: () => void }

/** Repeats a session's last run in a fork with one thing changed, or forks it as it is. */
export function ChangeDialog({ id, onClose }: Props) {
  const { value, refusal } = useCall((client) => client.session({ id }), id)
  const run = value?.state.run ?? null
  const isOver = run !== null && (isFinal(run.phase) || run.phase === 'idle')
  return (
    <Dialog
      open
      onClose={onClose}
      shape="wide"
      title="Change one thing"
      description={`Repeats ${whichRun(run)} in a fork: same goal, same team, one difference. Then you can compare the two.`}
    >
      {refusal && (
        <Padded>
          <Notice tone="bad" title={refusal.message}>
            Nothing was changed.
          </Notice>
        </Padded>
      )}
      {value && !isOver && <NotOver id={id} onClose={onClose} />}
      {value && run && isOver && <ChangeForm id={id} view={value} run={run} onClose={onClose} />}
    </Dialog>
  )
}

/** After a follow-up run, such as a plan that carries out a decision, only the newest can be repeated. */
const whichRun = (run: Run | null): string =>
  run && run.number > 1 ? `the newest of ${run.number} runs (${run.mode}: “${goalLine(run.goal)}”)` : 'the run'

const Padded = ({ children }: { readonly children: ReactNode }) => <div className="px-5 pb-5">{children}</div>

function NotOver(props: Props) {
  const { fork, isBusy, problem } = useForking(props)
  return (
    <Padded>
      <Notice title="This run has not ended" action={<PlainFork isBusy={isBusy} onClick={() => fork({})} />}>
        Stop it or wait for it to end to repeat it with a change. {problem}
      </Notice>
    </Padded>
  )
}

function ChangeForm({ id, view, run, onClose }: Props & { readonly view: SessionView; readonly run: Run }) {
  const [draft, setDraft] = useState<ChangeDraft>(emptyChange)
  const agents = useAgents(view.session.workspace)
  const { fork, isBusy, problem } = useForking({ id, onClose })
  const change = forkChangeOf(draft)
  const nameOf = (slug: string) => seatOf(run, slug)?.name ?? agents.find((agent) => agent.slug === slug)?.name
  return (
    <Form onSubmit={() => change && fork({ change })} className="flex flex-col gap-5 px-5 pb-5">
      <KindCards kind={draft.kind} onChange={(kind) => setDraft({ ...draft, kind })} />
      <ChangeFields draft={draft} run={run} agents={agents} onChange={(next) => setDraft({ ...draft, ...next })} />
      {problem && (
        <Notice tone="bad" title={problem}>
          Nothing was started. Your text is still here.
        </Notice>
      )}
      <footer className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <p className="min-w-0 flex-1 basis-60 wrap-anywhere text-muted" aria-live="polite">
          {change ? oneLine(forkTitle(view.session.title, changeText(change, nameOf))) : 'Fill in the change above.'}
        </p>
        <PlainFork isBusy={isBusy} onClick={() => fork({})} />
        <Button tone="primary" type="submit" icon={Play} disabled={!change || isBusy}>
          Run it
        </Button>
      </footer>
    </Form>
  )
}

/** Agents available in the session's folder, without those that only Convene itself calls. */
function useAgents(workspace: string): readonly RadioFace[] {
  const listed = useCall((client) => client.agents({ workspace }), workspace).value
  return (listed?.items ?? [])
    .filter(({ agent }) => agent.category !== 'hidden')
    .map(({ agent: { slug, name, icon, color } }) => ({
      slug,
      name: oneLine(name),
      icon: oneLine(icon),
      color: agentColor({ slug, color }),
    }))
}

const PlainFork = (props: { readonly isBusy: boolean; readonly onClick: () => void }) => (
  <Button icon={GitFork} disabled={props.isBusy} onClick={props.onClick}>
    Fork unchanged
  </Button>
)

type ForkRequest = { readonly change?: NonNullable<ReturnType<typeof forkChangeOf>> }

/** Forks once, however often the button is pressed, and opens the fork. */
function useForking({ id, onClose }: Props) {
  const client = useClient()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  // A second click can come before the button renders as disabled.
  const sent = useRef(false)
  const fork = async ({ change }: ForkRequest) => {
    if (sent.current) return
    sent.current = true
    setBusy(true)
    const goTo = fromHere()
    const done = await client.command({ type: 'fork', id, ...(change && { change }) })
    if (done.ok) {
      onClose()
      return openFork(done.value, change !== undefined, goTo)
    }
    setProblem(done.refusal.message)
    setBusy(false)
    sent.current = false
  }
  return { fork: (asked: ForkRequest) => void fork(asked), isBusy, problem }
}

/** A changed fork is marked as awaited: its page opens Compare when the run ends. */
function openFork({ id = '', notes }: Output<'command'>, isChanged: boolean, goTo: (to: string) => void): void {
  if (isChanged) arrange({ awaitedFork: id })
  goTo(`/session/${id}`)
  const said = notes.join(' ')
  if (isChanged) toast('good', 'Started with one change', said)
  else toast('good', 'Forked', said || 'Shared history is not billed again.')
}
