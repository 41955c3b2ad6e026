import { useState } from 'react'
import { useClient, valueOrToast } from '../connection/client.ts'
import { useDelete } from '../deleted/use-delete.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDelete } from '../ui/confirm-delete.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { type OpenDialog as Asked, arrange, useLayout } from '../ui/layout.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const close = () => arrange({ sessionDialog: null })

const ChangeDialog = lazyComponent(() => import('../fork/change-dialog.tsx').then((module) => module.ChangeDialog))

/** The dialog to rename, delete or change a session, from its menu or the palette. */
export function SessionDialog() {
  const asked = useLayout((layout) => layout.sessionDialog)
  if (!asked) return null
  if (asked.which === 'change') return <ChangeDialog key={asked.id} id={asked.id} onClose={close} />
  return asked.which === 'rename' ? <Rename key={asked.id} {...asked} /> : <Delete {...asked} />
}

function Rename({ id, title: before }: Asked) {
  const client = useClient()
  const [title, setTitle] = useState(before)
  const save = async () => {
    if (valueOrToast(await client.updateSession({ id, title }), 'The name is unchanged.')) close()
  }
  return (
    <Dialog open onClose={close} title="Rename the session">
      <Form onSubmit={save} className="flex flex-col gap-4 p-5 pt-1">
        <Field
          label="Title"
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
          onFocus={({ target }) => target.select()}
          autoFocus
        />
        <Button tone="primary" type="submit" disabled={!title.trim()} className="self-end">
          Rename
        </Button>
      </Form>
    </Dialog>
  )
}

function Delete({ id }: Asked) {
  const remove = useDelete()
  const confirm = () => {
    close()
    void remove(id)
  }
  return (
    <ConfirmDelete
      title="Delete this session?"
      description="Running work is stopped. You can restore the session for 7 days under Recently deleted. Files in your workspace are not changed."
      onDelete={confirm}
      onClose={close}
    />
  )
}
