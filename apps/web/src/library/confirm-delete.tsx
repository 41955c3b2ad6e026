import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { neutral } from '../ui/text/neutral.ts'

/** Asks before a file is deleted. */
export function ConfirmDelete(props: {
  readonly name: string
  readonly file: string
  readonly onDelete: () => void
  readonly onClose: () => void
}) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={`Delete ${props.name}?`}
      description="Deletes the file. Anything it overrode becomes available again. Past sessions are not affected."
      footer={
        <>
          <Button onClick={props.onClose}>Keep it</Button>
          <Button tone="danger" onClick={props.onDelete}>
            Delete
          </Button>
        </>
      }
    >
      <p className="px-5 pb-4 font-mono text-sm wrap-anywhere text-muted">{neutral(props.file)}</p>
    </Dialog>
  )
}
