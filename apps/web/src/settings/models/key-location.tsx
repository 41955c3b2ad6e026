import type { Output } from '@convene/protocol'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { Button } from '../../ui/button.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { toast } from '../../ui/toast.tsx'

type Keys = Output<'keys'>

/** Where keys are stored, and why not in a keychain. */
export function KeyLocation({ keys, onMoved }: { readonly keys: Keys; readonly onMoved: () => void }) {
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
