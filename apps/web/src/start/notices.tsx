import { countText } from '@convene/domain'
import { FolderX, LockKeyhole, PlugZap } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { missingModelText } from '../settings/models/missing-model.ts'
import { useConnect } from '../settings/models/use-connect.ts'
import { Button } from '../ui/button.tsx'
import { Hint } from '../ui/hint.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { WorkspaceDialog } from '../workspace/dialogs.ts'
import { ReviewFiles } from '../workspace/review-files.tsx'
import type { Trust } from '../workspace/use-trust.ts'
import { useWorkspaceCall } from '../workspace/use-workspace-call.ts'

/** Names the model that will answer. If none is connected, offers those found on this machine. */
export function ModelNotice({ onConnected }: { readonly onConnected: () => void }) {
  const models = useWorkspaceCall((client, place) => client.models({ ...place, discover: '1' }))
  const connect = useConnect(() => {
    models.again()
    onConnected()
  })
  if (!models.value) return <p className="h-7 max-tablet:h-8" />
  const { model, advice } = models.value.default
  if (!model.startsWith('rehearsal/'))
    return (
      <p className="flex min-h-7 items-center text-sm text-muted">
        <span>
          Answers come from <span className="font-mono text-ink">{oneLine(model)}</span>.
        </span>
      </p>
    )
  return (
    <Hint
      icon={PlugZap}
      action={offers(models.value).map((offer) => (
        <Button key={offer.model} small onClick={() => connect(offer.model)}>
          Use {offer.label}
        </Button>
      ))}
    >
      {missingModelText(advice)} Runs are rehearsals that only quote your goal and files.{' '}
      <Link href="/settings/models" className="text-accent-ink underline underline-offset-2">
        Connect a model
      </Link>
    </Hint>
  )
}

type Offer = { readonly model: string; readonly label: string }
type Found = {
  readonly servers: readonly { readonly label: string; readonly models: readonly string[] }[]
  readonly providers: readonly {
    readonly label: string
    readonly configured: boolean
    readonly name: string
    readonly models: readonly { readonly name: string }[]
  }[]
}

/** One offer per local server and per provider with a key. */
export function offers({ servers, providers }: Found): readonly Offer[] {
  const local = servers.flatMap(({ label, models: [first] }) =>
    first ? [{ model: first, label: `${first.slice(first.indexOf('/') + 1)} of ${label}` }] : [],
  )
  const keyed = providers
    .filter(({ configured, name }) => configured && name !== 'rehearsal')
    .flatMap(({ label, models: [first] }) => (first ? [{ model: first.name, label }] : []))
  return [...local, ...keyed].slice(0, 4)
}

/** Says that the folder's files need trust, with a button to review them. */
export function TrustNotice(props: {
  readonly trust: Trust
  /** Trust in what coding agents load from the folder, if the team has any. */
  readonly agents: Trust
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
