import { isStopped, missingSeats } from '@convene/domain'
import { KeyRound, Play, RotateCcw, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { ModelField } from '../../settings/form/model-field.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { fromHere } from '../../ui/from-here.ts'
import { useSendCommand } from '../view/use-command.ts'
import { useSessionStore, useView } from '../view/use-session.ts'

/** What to do after a run that failed or was stopped. Only the newest run can be repeated. */
export function EndingActions({ state }: { readonly state: 'failed' | 'cancelled' }) {
  const goal = useView(({ session }) => session.run?.goal ?? '')
  const send = useSendCommand()
  const [isChoosing, setChoosing] = useState(false)
  const again = () => void send({ type: 'run', goal })
  if (state === 'cancelled')
    return (
      <>
        <ContinueButton />
        <AskAgain />
        <Button small icon={RotateCcw} onClick={again}>
          Start again
        </Button>
      </>
    )
  return (
    <>
      <Button small tone="primary" icon={RotateCcw} onClick={again}>
        Try again
      </Button>
      <LinkButton small icon={KeyRound} href="/settings/models">
        Open models and keys
      </LinkButton>
      <Button small icon={SlidersHorizontal} onClick={() => setChoosing(true)}>
        Run with…
      </Button>
      {isChoosing && <RunWith goal={goal} onClose={() => setChoosing(false)} />}
    </>
  )
}

/** Members that gave no answer are asked again, without repeating the rest. */
function AskAgain() {
  const run = useView(({ session }) => session.run)
  const send = useSendCommand()
  if (!run) return null
  return missingSeats(run).map(({ slug, name }) => (
    <Button
      key={slug}
      small
      tone="primary"
      icon={RotateCcw}
      onClick={() => void send({ type: 'message', text: run.goal, to: slug })}
    >
      Ask {name} again
    </Button>
  ))
}

/** Continues a stopped run in a fork from just before the stop. Calls that were answered are not made again. */
function ContinueButton() {
  const client = useClient()
  const { id } = useSessionStore()
  const at = useView(({ stoppedAfter, session }) => (isStopped(session) ? stoppedAfter : null))
  const [isBusy, setBusy] = useState(false)
  if (at === null) return null
  const go = async () => {
    setBusy(true)
    const goTo = fromHere()
    const forked = await client.command({ type: 'fork', at, keepFiles: true, id })
    const fork = valueOrToast(forked, 'The run stays stopped.')?.id
    const resumed = fork && valueOrToast(await client.command({ type: 'resume', id: fork }), 'The fork is paused.')
    setBusy(false)
    if (resumed && fork) goTo(`/session/${fork}`)
  }
  return (
    <Button small tone="primary" icon={Play} disabled={isBusy} onClick={() => void go()}>
      Continue from here
    </Button>
  )
}

/** The same goal and team with another model. */
function RunWith({ goal, onClose }: { readonly goal: string; readonly onClose: () => void }) {
  const send = useSendCommand()
  const [model, setModel] = useState('')
  const start = () => void send({ type: 'run', goal, model: model.trim() }).then((isTaken) => isTaken && onClose())
  return (
    <Dialog open onClose={onClose} title="Run with another model">
      <Form onSubmit={start} className="flex flex-col gap-4 p-5 pt-1">
        <ModelField label="Model" hint="For every agent without its own model." value={model} onChange={setModel} />
        <Button tone="primary" type="submit" icon={Play} disabled={model.trim() === ''} className="self-end">
          Run
        </Button>
      </Form>
    </Dialog>
  )
}
