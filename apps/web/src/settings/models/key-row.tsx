import type { Output } from '@convene/protocol'
import { Trash2 } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { KeyOutcome } from './key-outcome.tsx'
import { useKey } from './use-key.ts'

type Key = Output<'keys'>['items'][number]

const tones = { environment: 'good', kept: 'good' } as const

function words({ from, in: kind }: Key): string {
  if (from === 'environment') return 'From the environment'
  return kind === 'file' ? 'Stored in the file' : 'Stored in the keychain'
}

/** A provider's key: where it is stored, with ways to replace and delete it. Keys are never sent back to the page. */
export function KeyCells(props: {
  readonly known: Key
  readonly onChange: () => void
  readonly onTested: (models: number) => void
}) {
  const { known, onChange } = props
  const key = useKey(known, props)
  return (
    <>
      <KeyForm known={known} entry={key} onDeleted={onChange} />
      <div aria-live="polite" className="w-full empty:hidden">
        <KeyOutcome known={known} entry={key} onChange={onChange} />
      </div>
    </>
  )
}

/** Where a key is stored, if it is. */
export const KeyBadge = ({ known }: { readonly known: Key }) =>
  known.from === 'nowhere' ? null : <Badge tone={tones[known.from]}>{words(known)}</Badge>

function KeyForm(props: {
  readonly known: Key
  readonly entry: ReturnType<typeof useKey>
  readonly onDeleted: () => void
}) {
  const client = useClient()
  const { variable, label, from, in: kept } = props.known
  const { value, setValue, isTesting, connect, forget } = props.entry
  const remove = async () => {
    if (!valueOrToast(await client.deleteKey({ variable }), 'The key was not deleted.')) return
    toast('plain', `Deleted the ${label} key`)
    forget()
    props.onDeleted()
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text').trim()
    if (pasted === '' || value !== '') return
    event.preventDefault()
    setValue(pasted)
    connect(pasted)
  }
  return (
    <Form onSubmit={() => connect(value)} className="flex items-center gap-2 max-tablet:w-full">
      <input
        type="password"
        aria-label={`${label} key`}
        autoComplete="off"
        placeholder={from === 'nowhere' ? 'Paste a key' : 'Replace key'}
        value={value}
        readOnly={isTesting}
        aria-busy={isTesting}
        onPaste={paste}
        onChange={(event) => setValue(event.target.value)}
        className="h-8 w-48 min-w-0 flex-1 rounded-md border border-line-field bg-raised px-3 hover:border-muted max-tablet:h-10"
      />
      <Button type="submit" disabled={!value.trim() || isTesting} className="w-20">
        {isTesting ? 'Testing' : 'Save'}
        <span className="sr-only"> the {label} key</span>
      </Button>
      {kept === null ? (
        <span className="w-8 max-tablet:hidden" />
      ) : (
        <IconButton label={`Delete the ${label} key`} icon={Trash2} onClick={() => void remove()} />
      )}
    </Form>
  )
}
