import { useState } from 'react'
import { useLocation } from 'wouter'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useSessionStore, useView } from '../view/use-session.ts'

export type SessionDialog = 'rename' | 'delete' | null

type Props = { readonly onClose: () => void }

/** The rename and delete dialogs. */
export function SessionDialogs({ which, onClose }: Props & { readonly which: SessionDialog }) {
  if (which === 'rename') return <Rename onClose={onClose} />
  return which === 'delete' ? <Delete onClose={onClose} /> : null
}

function Rename({ onClose }: Props) {
  const client = useClient()
  const { id } = useSessionStore()
  const [title, setTitle] = useState(useView(({ session }) => session.title))
  const save = async () => {
    if (valueOrToast(await client.updateSession({ id, title }), 'The name is unchanged.')) onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Rename the session">
      <Form onSubmit={save} className="flex flex-col gap-4 p-5 pt-1">
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
      </Form>
    </Dialog>
  )
}

function Delete({ onClose }: Props) {
  const client = useClient()
  const { id } = useSessionStore()
  const [, navigate] = useLocation()
  const remove = async () => {
    const done = valueOrToast(await client.deleteSession({ id }), 'The session was not deleted.')
    onClose()
    if (done) navigate('/')
  }
  return (
    <ConfirmDelete
      title="Delete this session?"
      description="Running work is stopped. You can restore the session for 7 days with convene sessions restore. Files in your workspace are not changed."
      onDelete={() => void remove()}
      onClose={onClose}
    />
  )
}
