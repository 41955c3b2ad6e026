import { countText } from '@convene/domain'
import { FolderX, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Hint } from '../ui/hint.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { WorkspaceDialog } from '../workspace/dialogs.ts'
import { ReviewFiles } from '../workspace/review-files.tsx'
import type { TrustState } from '../workspace/use-trust.ts'

/** Says that the folder's files need trust, with a button to review them. */
export function TrustNotice(props: {
  readonly trust: TrustState
  /** Trust in what coding agents load from the folder, if the team has any. */
  readonly agents: TrustState
  readonly onTrusted: () => void
}) {
  const { trust, agents, onTrusted } = props
  if (!trust.isWanted && !agents.isWanted) return null
  const count = countText((trust.isWanted ? trust : agents).value?.files.length ?? 0, 'file')
  const isNew = (trust.isWanted ? trust : agents).value?.state === 'untrusted'
  return (
    <Hint icon={LockKeyhole} action={<ReviewFiles onTrusted={onTrusted} />}>
      This folder {isNew ? 'is not trusted' : 'has changed since you trusted it'}:{' '}
      {trust.isWanted
        ? `${count} in it cannot extend what agents may do.`
        : `${count} in it would be loaded by coding agents, which do not start until you trust them.`}
    </Hint>
  )
}

/** Says that agents get no files or commands in this folder, with a button to choose another. */
export function FolderNotice({ why }: { readonly why: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  if (why === undefined) return null
  return (
    <>
      <Hint
        icon={FolderX}
        action={
          <Button small onClick={() => setOpen(true)}>
            Choose a folder
          </Button>
        }
      >
        {oneLine(why)}
      </Hint>
      {isOpen && <WorkspaceDialog forSessions onClose={() => setOpen(false)} />}
    </>
  )
}
