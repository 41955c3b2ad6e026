import { countText } from '@convene/domain'
import { ShieldQuestion } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { Trust } from './use-trust.ts'

const TrustDialog = lazy(() =>
  import('../workspace/trust-dialog.tsx').then(({ TrustDialog }) => ({ default: TrustDialog })),
)

/** Says that the folder's files need trust, with a button to review them. */
export function TrustNotice({ trust, onTrusted }: { readonly trust: Trust; readonly onTrusted: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!trust.isWanted) return null
  const isNew = trust.value?.state === 'untrusted'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <p className="flex min-w-60 flex-1 items-start gap-2">
        <ShieldQuestion aria-hidden size={14} className="mt-px shrink-0" />
        <span>
          This folder {isNew ? 'is not trusted' : 'has changed since you trusted it'}:{' '}
          {countText(trust.value?.files.length ?? 0, 'file')} in it cannot extend what agents may do.
        </span>
      </p>
      <Button small onClick={() => setOpen(true)}>
        Review files
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <TrustDialog
            onClose={close}
            onTrusted={() => {
              close()
              onTrusted()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
