import { outcomeWord } from '@convene/reading'
import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AttachButton } from '../attachments/attach-button.tsx'
import { AttachmentChips } from '../attachments/attachment-chips.tsx'
import { DropZone } from '../attachments/drop-zone.tsx'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { KeyCaps } from '../ui/keys.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { WorkspacePicker } from '../workspace/workspace-picker.tsx'
import { SAMPLE } from './choice.ts'
import { RunChip } from './run-chip.tsx'
import type { RunForm } from './use-start-form.ts'

// Selects and cards are heavy, and the first view does not need them. They are fetched once it is there, so that a click
// on the chip shows them at once.
const RunDetails = lazyComponent(() => import('./run-details.tsx').then((module) => module.RunDetails))

/** The goal, what it is attached to, what will run in one chip, and Start. The chip opens everything else below. */
export function GoalComposer({ form }: { readonly form: RunForm }) {
  const { draft, change, attachments, preview, canStart, isStarting } = form
  const [isOpen, setOpen] = useState(false)
  useReadyDetails()
  const submit = () => {
    if (canStart) form.begin()
  }
  return (
    <Form onSubmit={submit}>
      <DropZone onFiles={attachments.add}>
        <GoalField goal={draft.goal} onGoal={(goal) => change({ goal })} onSubmit={submit} />
        <AttachmentChips attachments={attachments} />
        <section aria-label="Preview" aria-busy={preview.isLoading}>
          <div className="flex items-center gap-2 p-2 max-tablet:flex-wrap">
            <AttachButton onFiles={attachments.add} />
            <WorkspacePicker
              forSessions
              className="max-w-40 shrink-0 max-tablet:max-w-none max-tablet:shrink max-tablet:flex-1"
            />
            <RunChip
              outcome={outcomeOf(form)}
              preview={preview.value}
              refusal={preview.refusal}
              isOld={preview.isLoading}
              isOpen={isOpen}
              onToggle={() => setOpen(!isOpen)}
            />
            <Button tone="primary" type="submit" disabled={!canStart} className="ml-auto">
              {isStarting ? 'Starting' : 'Start'}
              <ArrowRight aria-hidden size={16} />
            </Button>
            <span aria-hidden className="max-tablet:hidden">
              <KeyCaps keys="Mod+Enter" />
            </span>
          </div>
          {isOpen && <RunDetails form={form} />}
        </section>
      </DropZone>
    </Form>
  )
}

function useReadyDetails(): void {
  useEffect(() => {
    const timer = setTimeout(RunDetails.prepare, 200)
    return () => clearTimeout(timer)
  }, [])
}

/** What the user gets, in a word. */
function outcomeOf({ choice, preview, draft }: RunForm): string {
  const protocol = choice.protocol ?? String(draft.options.protocol ?? '')
  return outcomeWord(preview.mode, choice.team, protocol)
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
      rows={2}
      // biome-ignore lint/a11y/noAutofocus: this field is the purpose of the page
      autoFocus
      placeholder={SAMPLE}
      onChange={(event) => props.onGoal(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        props.onSubmit()
      }}
      className="field-sizing-content max-h-80 min-h-19 w-full resize-none bg-transparent px-4 pt-4 pb-2 text-md outline-none"
    />
  )
}
