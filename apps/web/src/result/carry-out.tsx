import { useState } from 'react'
import { navigate } from 'wouter/use-hash-location'
import { isExampleId } from '../session/view/example-id.ts'
import { useSendCommand } from '../session/view/use-command.ts'
import { useSessionStore } from '../session/view/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { fromHere } from '../ui/from-here.ts'

/** The team that plans and builds. A panel's own members argue, so they do not do this work. */
const CREW = 'feature-crew'

const IN_SESSION = 'A planner turns this into steps in this session. You approve them before anything is changed.'
const IN_EXAMPLE = 'This is a scripted example. The start page opens with this goal. Nothing starts until you say so.'

type Props = {
  readonly items: readonly string[]
  readonly decision: string | null
  readonly onClose: () => void
}

/** Starts a plan in this session with the recommendations as its goal. Nothing is done before its plan is approved. */
export function CarryOut({ items, decision, onClose }: Props) {
  const { id } = useSessionStore()
  const send = useSendCommand()
  const [goal, setGoal] = useState(() => carryOutGoal(items, decision))
  const [isSending, setSending] = useState(false)
  const isExample = isExampleId(id)
  const start = async () => {
    // A recording takes no commands, so the goal goes to the start page, with a team that can build it.
    if (isExample) return navigate(`/with/${CREW}`, { state: { goal: goal.trim() } })
    setSending(true)
    const goTo = fromHere()
    const isTaken = await send({ type: 'run', mode: 'plan', team: CREW, goal: goal.trim() })
    setSending(false)
    if (isTaken) goTo(`/session/${id}`)
  }
  return (
    <Dialog open onClose={onClose} shape="wide" title="Carry it out" description={isExample ? IN_EXAMPLE : IN_SESSION}>
      <Form onSubmit={start} className="flex flex-col gap-4 p-5 pt-1">
        <TextField label="Goal of the plan" value={goal} rows={10} onChange={(event) => setGoal(event.target.value)} />
        <Button tone="primary" type="submit" disabled={goal.trim() === '' || isSending} className="self-end">
          {isExample ? 'Use as my goal' : 'Plan it'}
        </Button>
      </Form>
    </Dialog>
  )
}

/** Keeps citations, because the planner can look up the messages. */
export const carryOutGoal = (items: readonly string[], decision: string | null): string =>
  [
    decision ? `Carry out: ${decision.trim()}` : 'Carry out these recommendations.',
    items.map((item) => `- ${item.replaceAll(/\s*\n\s*/gu, ' ')}`).join('\n'),
  ].join('\n\n')
