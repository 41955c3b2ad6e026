import { type FormEvent, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'

/** Why not: the agent is told, and can do it another way. */
export function DenyForm(props: { readonly onDeny: (reason: string) => void; readonly onCancel: () => void }) {
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onDeny(reason.trim())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 p-4">
      <TextField
        label="Why not?"
        hint="The agent is told, and can try another way. It may stay empty."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onCancel()
          if (event.key === 'Enter' && !event.shiftKey) submit(event)
        }}
      />
      <div className="flex gap-2">
        <Button tone="danger" type="submit">
          Deny
        </Button>
        <Button tone="quiet" onClick={props.onCancel}>
          Back
        </Button>
      </div>
    </form>
  )
}
