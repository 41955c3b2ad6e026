import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

/** A free-text answer. Escape goes back. Enter sends, unless `long` is set. */
export function AnswerForm(props: {
  readonly label: string
  readonly hint?: ReactNode
  readonly send: string
  readonly tone?: 'primary' | 'danger'
  readonly text?: string
  /** For documents: Enter starts a new line. */
  readonly long?: boolean
  readonly mayBeEmpty?: boolean
  readonly onSend: (text: string) => void
  readonly onBack: () => void
}) {
  const [text, setText] = useState(props.text ?? '')
  const canSend = props.mayBeEmpty || text.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSend) props.onSend(text.trim())
  }
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
      <TextField
        label={props.label}
        hint={props.hint}
        value={text}
        autoFocus
        {...(props.long && { rows: 12, className: 'font-mono' })}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onBack()
          if (event.key === 'Enter' && !event.shiftKey && !props.long && !event.nativeEvent.isComposing) submit(event)
        }}
      />
      <div className="flex gap-2">
        <Button tone={props.tone ?? 'primary'} type="submit" disabled={!canSend}>
          {props.send}
        </Button>
        <Button tone="quiet" onClick={props.onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
