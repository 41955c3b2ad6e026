import type { Output } from '@convene/protocol'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import type { CallState } from '../../connection/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/screen.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { toast } from '../../ui/toast.tsx'
import { KeyRow } from './key-row.tsx'

type Keys = Output<'keys'>

/** Provider keys: entered once and never shown again. */
export function ProviderKeys(props: {
  readonly keys: CallState<Output<'keys'>>
  readonly onChange: () => void
  readonly onTested: (provider: string, models: number) => void
}) {
  const { keys, onChange } = props
  return (
    <Section title="Keys" hint="Never sent back to this page. An environment variable overrides a stored key.">
      {keys.refusal && <Notice tone="bad" title={keys.refusal.message} />}
      {keys.value && <KeyLocation keys={keys.value} onMoved={onChange} />}
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface empty:hidden">
        {keys.value?.items.map((key) => (
          <KeyRow
            key={key.variable}
            known={key}
            onChange={onChange}
            onTested={(models) => props.onTested(key.provider, models)}
          />
        ))}
      </ul>
    </Section>
  )
}

/** Where keys are stored, and why not in a keychain. */
function KeyLocation({ keys, onMoved }: { readonly keys: Keys; readonly onMoved: () => void }) {
  const client = useClient()
  const { place } = keys
  const isFile = place.kind === 'file'
  const left = isFile ? [] : keys.items.filter((key) => key.in === 'file')
  const Icon = isFile ? KeyRound : ShieldCheck
  const move = async () => {
    const moved = valueOrToast(await client.moveKeys({}), 'The keys were not moved.')
    if (moved) toast('good', 'Moved the keys to the keychain')
    onMoved()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
      <p className="flex min-w-60 flex-1 items-start gap-2">
        <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
        <span>
          Stored in {oneLine(place.label)}.{place.because && ` No keychain: ${oneLine(place.because)}.`}
          {left.length > 0 && ' Some keys are still in the file.'}
        </span>
      </p>
      {left.length > 0 && (
        <Button small onClick={() => void move()}>
          Move to the keychain
        </Button>
      )}
    </div>
  )
}
