import type { BuildReview } from '@convene/reading'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import type { LandCommand } from './use-build-review.ts'

type Props = {
  /** What to ask about. Null: nothing. */
  readonly asked: 'undo' | 'pull-request' | null
  readonly review: BuildReview
  readonly onClose: () => void
  readonly onYes: (command: LandCommand) => void
}

/** Asks before what cannot be taken back: undoing everything, and what others will see. */
export function ConfirmAct({ asked, review, onClose, onYes }: Props) {
  const answered = (command: LandCommand) => {
    onClose()
    onYes(command)
  }
  if (asked === 'undo')
    return <ConfirmUndo review={review} onClose={onClose} onYes={() => answered({ type: 'undo' })} />
  if (asked === 'pull-request' && review.proposal)
    return <ConfirmProposal proposal={review.proposal} onClose={onClose} onYes={answered} />
  return null
}

const left: Readonly<Record<BuildReview['place'], string>> = {
  workspace: 'Your files are changed back to how they were before the build. This cannot be undone.',
  worktree: 'Nothing of the build stays in your files. You can still keep single changes afterwards.',
}

const ConfirmUndo = ({ review, onClose, onYes }: Omit<Props, 'asked' | 'onYes'> & { readonly onYes: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title="Undo all changes?"
    description={left[review.place]}
    footer={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="danger" onClick={onYes}>
          Undo all
        </Button>
      </>
    }
  />
)

type Asked = Omit<Props, 'asked' | 'review'> & { readonly proposal: NonNullable<BuildReview['proposal']> }

/** Title, branch and remote, before anything is pushed. */
function ConfirmProposal({ proposal, onClose, onYes }: Asked) {
  const [title, setTitle] = useState(proposal.title)
  const [branch, setBranch] = useState(proposal.branch)
  const [draft, setDraft] = useState(false)
  const { problem, remote, into } = proposal
  const canOpen = problem === null && title.trim() !== '' && branch.trim() !== ''
  const place = `The kept changes are pushed to this branch of ${remote}, to be merged into ${into}.`
  return (
    <Dialog open onClose={onClose} title="Open a pull request?" description={oneLine(problem ?? place)}>
      <Form
        onSubmit={() => canOpen && onYes({ type: 'pull-request', title, branch, ...(draft && { draft }) })}
        className="flex flex-col gap-4 p-5 pt-1"
      >
        {problem === null && (
          <>
            <Field label="Title" value={title} maxLength={300} onChange={({ target }) => setTitle(target.value)} />
            <Field label="Branch" value={branch} maxLength={200} onChange={({ target }) => setBranch(target.value)} />
            <Check label="As a draft" checked={draft} onChange={setDraft} />
          </>
        )}
        <p className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          {problem === null && (
            <Button tone="primary" type="submit" disabled={!canOpen}>
              Push and open
            </Button>
          )}
        </p>
      </Form>
    </Dialog>
  )
}
