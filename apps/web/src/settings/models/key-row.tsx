import type { Output } from '@convene/protocol'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { toast } from '../../ui/toast.tsx'

type Key = Output<'keys'>['items'][number]

const tones = { environment: 'good', kept: 'good', nowhere: 'plain' } as const

function words({ from, in: kind }: Key): string {
  if (from === 'environment') return 'From the environment'
  if (from === 'nowhere') return 'Missing'
  return kind === 'file' ? 'Stored in the file' : 'Stored in the keychain'
}

/** One key: where it is stored, with ways to replace and delete it. Keys are never sent back to the page. */
export function KeyRow({ known, onChange }: { readonly known: Key; readonly onChange: () => void }) {
  const client = useClient()
  const [value, setValue] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const { variable, label, from } = known
  const save = async (where?: 'file') => {
    const saved = await client.saveKey({ variable, value, ...(where && { in: where }) })
    setFailure(saved.ok ? null : saved.refusal.message)
    if (!saved.ok) return
    setValue('')
    toast('good', `Saved the ${label} key`, `Stored in ${saved.value.place.label}.`)
    onChange()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex items-center gap-2">
          <span className="font-medium">{oneLine(label)}</span>
          <Badge tone={tones[from]}>{words(known)}</Badge>
        </span>
        <span className="block truncate font-mono text-xs text-muted">{oneLine(variable)}</span>
      </span>
      <KeyForm known={known} value={value} onValue={setValue} onSave={() => void save()} onDeleted={onChange} />
      {failure && (
        <div className="w-full">
          <Notice
            tone="bad"
            title="The key was not saved"
            action={
              <Button small onClick={() => void save('file')}>
                Save it in a file instead
              </Button>
            }
          >
            {oneLine(failure)}
          </Notice>
        </div>
      )}
    </li>
  )
}

function KeyForm(props: {
  readonly known: Key
  readonly value: string
  readonly onValue: (value: string) => void
  readonly onSave: () => void
  readonly onDeleted: () => void
}) {
  const client = useClient()
  const { variable, label, from, in: kept } = props.known
  const forget = async () => {
    if (!valueOrToast(await client.deleteKey({ variable }), 'The key was not deleted.')) return
    toast('plain', `Deleted the ${label} key`)
    props.onDeleted()
  }
  return (
    <Form onSubmit={props.onSave} className="flex items-center gap-2 max-tablet:w-full">
      <input
        type="password"
        aria-label={`${label} key`}
        autoComplete="off"
        placeholder={from === 'nowhere' ? 'Paste a key' : 'Replace key'}
        value={props.value}
        onChange={(event) => props.onValue(event.target.value)}
        className="h-8 w-48 min-w-0 flex-1 rounded-md border border-line-field bg-raised px-3 hover:border-muted"
      />
      <Button type="submit" disabled={!props.value.trim()}>
        Save<span className="sr-only"> the {label} key</span>
      </Button>
      {kept === null ? (
        <span className="w-8 max-tablet:hidden" />
      ) : (
        <IconButton label={`Delete the ${label} key`} icon={Trash2} onClick={() => void forget()} />
      )}
    </Form>
  )
}
