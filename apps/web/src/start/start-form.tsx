import type { ReactNode } from 'react'
import { AttachButton } from '../attachments/attach-button.tsx'
import { AttachmentChips } from '../attachments/attachment-chips.tsx'
import type { Attachments } from '../attachments/attachments.ts'
import { DropZone } from '../attachments/drop-zone.tsx'
import { Form } from '../ui/form.tsx'
import { WorkspacePicker } from '../workspace/workspace-picker.tsx'
import { SAMPLE } from './choice.ts'

/** The goal with its attachments and workspace, and below it how the team works. */
export function StartForm(props: {
  readonly goal: string
  readonly attachments: Attachments
  readonly canStart: boolean
  readonly onGoal: (goal: string) => void
  readonly onStart: () => void
  readonly children: ReactNode
}) {
  const { attachments } = props
  const submit = () => {
    if (props.canStart) props.onStart()
  }
  return (
    <Form onSubmit={submit} className="flex flex-col gap-3">
      <DropZone onFiles={attachments.add}>
        <GoalField goal={props.goal} onGoal={props.onGoal} onSubmit={submit} />
        <AttachmentChips attachments={attachments} />
        <div className="flex flex-wrap items-center gap-2 p-2">
          <AttachButton onFiles={attachments.add} />
          <WorkspacePicker forSessions />
        </div>
      </DropZone>
      {props.children}
    </Form>
  )
}

/** The goal input. */
function GoalField(props: {
  readonly goal: string
  readonly onGoal: (goal: string) => void
  readonly onSubmit: () => void
}) {
  return (
    <textarea
      id="goal"
      aria-label="Goal"
      value={props.goal}
      rows={3}
      // biome-ignore lint/a11y/noAutofocus: this field is the purpose of the page
      autoFocus
      placeholder={SAMPLE}
      onChange={(event) => props.onGoal(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        props.onSubmit()
      }}
      className="field-sizing-content max-h-80 min-h-20 w-full resize-none bg-transparent px-4 pt-4 pb-2 text-md outline-none"
    />
  )
}
