import { Plug } from 'lucide-react'
import { Link } from 'wouter'
import { useConnect } from '../settings/models/use-connect.ts'
import { Button } from '../ui/button.tsx'
import { Hint } from '../ui/hint.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { useAskedHere } from '../workspace/use-asked-here.ts'

/** Names the model that will answer. If none is connected, offers those found on this machine. */
export function ModelNotice({ onConnected }: { readonly onConnected: () => void }) {
  const models = useAskedHere((client, place) => client.models({ ...place, discover: '1' }))
  const connect = useConnect(() => {
    models.again()
    onConnected()
  })
  if (!models.value) return <p className="h-7 max-tablet:h-8" />
  const { model, advice = 'No model is connected.' } = models.value.default
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
      icon={Plug}
      action={offers(models.value).map((offer) => (
        <Button key={offer.model} small onClick={() => connect(offer.model)}>
          Use {offer.label}
        </Button>
      ))}
    >
      {lacks(advice)} Runs are rehearsals that only quote your goal and files.{' '}
      <Link href="/settings/models" className="text-accent-ink underline underline-offset-2">
        Connect a model
      </Link>
    </Hint>
  )
}

/** What is missing, without the command-line advice. */
const lacks = (advice: string): string => oneLine(advice.split('. ')[0] ?? '').replace(/\.?$/u, '.')

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
