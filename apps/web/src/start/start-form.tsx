import { ArrowRight } from 'lucide-react'
import { AttachButton } from '../attachments/attach-button.tsx'
import { AttachmentChips } from '../attachments/attachment-chips.tsx'
import type { Attachments } from '../attachments/attachments.ts'
import { DropZone } from '../attachments/drop-zone.tsx'
import { useAsked } from '../connection/use-asked.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Form } from '../ui/form.tsx'
import { wordsOf } from '../ui/text/words.ts'
import type { Trust } from '../workspace/use-trust.ts'
import { WorkspacePicker } from '../workspace/workspace-picker.tsx'
import type { Draft } from './draft.ts'
import { TeamChoice } from './team-choice.tsx'

/** The goal with its attachments, workspace, team and mode. */
export function StartForm(props: {
  readonly draft: Draft
  readonly attachments: Attachments
  readonly isStarting: boolean
  readonly trust: Trust
  readonly onDraft: (change: Partial<Draft>) => void
  readonly onTrusted: () => void
  readonly onStart: () => void
}) {
  const { draft, attachments, onDraft } = props
  const canStart = draft.goal.trim() !== '' && !props.isStarting && !attachments.isSending
  const submit = () => {
    if (canStart) props.onStart()
  }
  return (
    <DropZone onFiles={attachments.add}>
      <Form onSubmit={submit}>
        <GoalField goal={draft.goal} onGoal={(goal) => onDraft({ goal })} onSubmit={submit} />
        <AttachmentChips attachments={attachments} />
        <div className="flex flex-wrap items-center gap-2 p-2">
          <AttachButton onFiles={attachments.add} />
          <WorkspacePicker />
          <TeamChoice
            team={draft.team}
            onTeam={(team) => onDraft({ team, mode: '' })}
            trust={props.trust}
            onTrusted={props.onTrusted}
          />
          <ModePicker mode={draft.mode} hasTeam={draft.team !== ''} onMode={(mode) => onDraft({ mode })} />
          <Button tone="primary" type="submit" disabled={!canStart} className="ml-auto">
            {props.isStarting ? 'Starting' : 'Start'}
            <ArrowRight aria-hidden size={16} />
          </Button>
        </div>
      </Form>
    </DropZone>
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
      aria-label="Goal"
      value={props.goal}
      rows={4}
      // biome-ignore lint/a11y/noAutofocus: this field is the purpose of the page
      autoFocus
      placeholder="Should we move our session store from Redis to Postgres?"
      onChange={(event) => props.onGoal(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        props.onSubmit()
      }}
      className="field-sizing-content max-h-80 min-h-28 w-full resize-none bg-transparent px-4 pt-4 pb-2 text-md outline-none"
    />
  )
}

function ModePicker(props: {
  readonly mode: string
  readonly hasTeam: boolean
  readonly onMode: (mode: string) => void
}) {
  const modes = useAsked((client) => client.modes({})).value
  const auto = props.hasTeam ? 'Team default' : 'One agent'
  const options = [
    { value: 'auto', label: auto, note: props.hasTeam ? 'set in its file' : 'or several, if you name them' },
    ...(modes?.items ?? []).map(({ name, summary }) => ({ value: name, label: wordsOf(name), note: summary })),
  ]
  return (
    <Choice
      label="Mode"
      value={props.mode || 'auto'}
      options={options}
      onChange={(value) => props.onMode(value === 'auto' ? '' : value)}
    />
  )
}
