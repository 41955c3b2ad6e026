import { countText } from '@convene/domain'
import { ShieldQuestion } from 'lucide-react'
import { Hint } from '../ui/hint.tsx'
import { ReviewFiles } from '../workspace/review-files.tsx'
import type { Trust } from '../workspace/use-trust.ts'

/** Says that the folder's files need trust, with a button to review them. */
export function TrustNotice({ trust, onTrusted }: { readonly trust: Trust; readonly onTrusted: () => void }) {
  if (!trust.isWanted) return null
  const isNew = trust.value?.state === 'untrusted'
  return (
    <Hint icon={ShieldQuestion} action={<ReviewFiles onTrusted={onTrusted} />}>
      This folder {isNew ? 'is not trusted' : 'has changed since you trusted it'}:{' '}
      {countText(trust.value?.files.length ?? 0, 'file')} in it cannot extend what agents may do.
    </Hint>
  )
}
