import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useSessionStore, useView } from '../view/use-session.ts'
import { arrangeDialog, useSessionDialog } from './session-dialogs.ts'

/** The rename and delete dialogs. */
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
    if (valueOrToast(await client.updateSession({ id, title }), 'The name is unchanged.')) close()
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
    const done = valueOrToast(await client.deleteSession({ id }), 'The session was not deleted.')
    close()
    if (done) navigate('/')
  }
  return (
    <Dialog
      open
      onClose={close}
      title="Delete this session?"
      description="Running work is stopped. You can restore the session for 7 days with convene sessions restore. Files in your workspace are not changed."
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
