import type { Output } from '@convene/protocol'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { told, useClient } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { Badge } from '../parts/badge.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { Section } from '../parts/screen.tsx'
import { toast } from '../parts/toast.tsx'

type Key = Output<'keys'>['items'][number]

const words = { environment: 'From the environment', kept: 'Kept here', nowhere: 'Missing' } as const
const tones = { environment: 'good', kept: 'good', nowhere: 'plain' } as const

/** Keys of providers: given once, used from then on, never shown again. */
export function Keys({ onChange }: { readonly onChange: () => void }) {
  const client = useClient()
  const keys = useAsked(() => client.keys())
  const changed = () => {
    keys.again()
    onChange()
  }
  return (
    <Section
      title="Keys"
      hint="Kept in a file that only you can read, and never sent back to this page. A variable of the environment wins."
    >
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {keys.value?.items.map((key) => (
          <KeyRow key={key.variable} known={key} onChange={changed} />
        ))}
      </ul>
    </Section>
  )
}

function KeyRow({ known, onChange }: { readonly known: Key; readonly onChange: () => void }) {
  const client = useClient()
  const [value, setValue] = useState('')
  const { variable, label, from } = known
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!told(await client.saveKey({ variable, value }), 'No key was kept.')) return
    setValue('')
    toast('good', `The key of ${label} is kept`)
    onChange()
  }
  const forget = async () => {
    if (!told(await client.deleteKey({ variable }), 'The key is still kept.')) return
    toast('plain', `The key of ${label} is forgotten`)
    onChange()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex items-center gap-2">
          <span className="font-medium">{label}</span>
          <Badge tone={tones[from]}>{words[from]}</Badge>
        </span>
        <span className="block truncate font-mono text-xs text-muted">{variable}</span>
      </span>
      <form onSubmit={(event) => void save(event)} className="flex items-center gap-2 max-tablet:w-full">
        <input
          type="password"
          aria-label={`Key of ${label}`}
          autoComplete="off"
          placeholder={from === 'nowhere' ? 'Paste a key' : 'Another key'}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          className="h-8 w-48 min-w-0 flex-1 rounded-md border border-line-field bg-raised px-3 hover:border-muted"
        />
        <Button type="submit" disabled={!value.trim()}>
          Keep<span className="sr-only"> the key of {label}</span>
        </Button>
        {from === 'kept' && (
          <IconButton label={`Forget the key of ${label}`} icon={Trash2} onClick={() => void forget()} />
        )}
      </form>
    </li>
  )
}
