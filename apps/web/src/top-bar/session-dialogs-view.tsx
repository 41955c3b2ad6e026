import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { told, useClient } from '../connection/client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { useSessionStore, useView } from '../session/use-session.ts'
import { arrangeDialog, useSessionDialog } from './session-dialogs.ts'

/** The small dialogs about the session as a whole. */
export function SessionDialogs() {
  const which = useSessionDialog((state) => state.which)
  if (which === 'rename') return <Rename />
  return which === 'delete' ? <Delete /> : null
}

const close = () => arrangeDialog(null)

function Rename() {
  const client = useClient()
  const { id } = useSessionStore()
  const [title, setTitle] = useState(useView(({ session }) => session.title))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (told(await client.updateSession({ id, title }), 'It has its old name.')) close()
  }
  return (
    <Dialog open onClose={close} title="Rename the session">
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4 p-5 pt-1">
        <Field
          label="Title"
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
          autoFocus
        />
        <Button tone="primary" type="submit" disabled={!title.trim()} className="self-end">
          Rename
        </Button>
      </form>
    </Dialog>
  )
}

function Delete() {
  const client = useClient()
  const { id } = useSessionStore()
  const [, navigate] = useLocation()
  const remove = async () => {
    const done = told(await client.deleteSession({ id }), 'The session is still there.')
    close()
    if (done) navigate('/')
  }
  return (
    <Dialog
      open
      onClose={close}
      title="Delete this session?"
      description="What runs in it is stopped. For 7 days it can be put back: convene sessions restore. Files in your workspace stay as they are."
      footer={
        <>
          <Button onClick={close}>Keep it</Button>
          <Button tone="danger" onClick={() => void remove()}>
            Delete
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
