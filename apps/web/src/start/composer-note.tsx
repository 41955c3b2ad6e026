import { traitsOf } from '@convene/domain'
import { PlugZap, Shuffle } from 'lucide-react'
import { useState } from 'react'
import { ConnectModel } from '../settings/models/connect.ts'
import { modelsThatAnswer } from '../settings/models/connected.ts'
import { missingModelText } from '../settings/models/missing-model.ts'
import { offers } from '../settings/models/offers.ts'
import { useConnect } from '../settings/models/use-connect.ts'
import { Button } from '../ui/button.tsx'
import { Hint } from '../ui/hint.tsx'
import { Notice } from '../ui/notice.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { mixedOver } from './mix.ts'
import { whyRefused } from './refused.ts'
import { modelsIn } from './seated.ts'
import type { RunForm } from './use-start-form.ts'

/** Trust and the folder have their own notices with buttons. */
const isSaidElsewhere = (warning: string): boolean => /convene trust$|--workspace DIR$/.test(warning)

/**
 * What the user should know before the start, below the composer: nothing in it moves. Its place is kept while it is
 * empty, so that what follows stays where it is.
 */
export function ComposerNote({ form }: { readonly form: RunForm }) {
  const { preview } = form
  const { value, refusal } = preview
  const [isConnecting, setConnecting] = useState(false)
  const warnings = value?.warnings.filter((each) => each !== value.notice && !isSaidElsewhere(each)) ?? []
  const connected = () => {
    form.models.again()
    preview.again()
  }
  const connect = () => setConnecting(true)
  return (
    <div aria-live="polite" className="flex min-h-10 flex-col justify-center gap-2 max-tablet:min-h-24">
      {refusal ? (
        <Notice tone="bad" title="Cannot start yet">
          {whyRefused(refusal)}
        </Notice>
      ) : value?.notice !== undefined || isRoleDebate(form) ? (
        <OneModel form={form} onConnect={connect} />
      ) : (
        <Models form={form} onConnect={connect} onConnected={connected} />
      )}
      {!refusal && warnings.map((warning) => <Notice key={warning} tone="warning" title={oneLine(warning)} />)}
      {isConnecting && <ConnectModel onConnected={connected} onClose={() => setConnecting(false)} />}
    </div>
  )
}

/** The seats share a model, and debate with different briefs. */
function isRoleDebate({ draft, preview }: RunForm): boolean {
  const [only = '', ...others] = preview.value ? modelsIn(preview.value) : []
  const isReal = only !== '' && !only.startsWith('rehearsal/')
  return draft.options.debateAnyway === true && traitsOf(preview.mode).rounds && others.length === 0 && isReal
}

type OneModelProps = { readonly form: RunForm; readonly onConnect: () => void }

/** Says what a panel of one model is, with the two ways to change that. */
function OneModel({ form, onConnect }: OneModelProps) {
  const { draft, change, models, preview } = form
  const anyway = draft.options.debateAnyway === true
  const mix = () => {
    const mixed = preview.value && models.value && mixedOver(preview.value.seats, modelsThatAnswer(models.value))
    if (mixed) form.setSeatModels(mixed)
    else onConnect()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-warning-soft px-3 py-1.5 text-sm">
      <p className="flex-1 basis-60">
        {anyway
          ? 'All seats use one model, with a different brief each: a debate of roles, not of models.'
          : 'All seats use one model: they vote, they do not debate.'}
      </p>
      <span className="flex gap-2">
        <Button small icon={Shuffle} onClick={mix}>
          Mix models
        </Button>
        <Button small onClick={() => change({ options: { ...draft.options, debateAnyway: !anyway } })}>
          {anyway ? 'Only vote' : 'Debate anyway'}
        </Button>
      </span>
    </div>
  )
}

/** Names the models that will answer. If none is connected, offers those found on this machine. */
function Models(props: OneModelProps & { readonly onConnected: () => void }) {
  const { form, onConnect, onConnected } = props
  const connect = useConnect(onConnected)
  const models = form.models.value
  if (!models || !form.preview.value) return null
  const { model, advice } = models.default
  const used = modelsIn(form.preview.value).filter((each) => !each.startsWith('rehearsal/'))
  if (!model.startsWith('rehearsal/') || used.length > 0) return <Answering models={used} />
  return (
    <Hint
      icon={PlugZap}
      action={
        <span className="flex flex-wrap gap-2">
          {offers(models).map((offer) => (
            <Button key={offer.model} small onClick={() => connect(offer.model)}>
              Use {offer.label}
            </Button>
          ))}
          <Button small tone="primary" onClick={onConnect}>
            Connect a model
          </Button>
        </span>
      }
    >
      {missingModelText(advice)} Runs are rehearsals that only quote your goal and files.
    </Hint>
  )
}

const MOST_NAMED = 3

function Answering({ models }: { readonly models: readonly string[] }) {
  const more = models.length - MOST_NAMED
  if (models.length === 0) return null
  return (
    <p className="text-sm text-muted">
      Answers come from{' '}
      {models.slice(0, MOST_NAMED).map((model, place) => (
        <span key={model}>
          {place > 0 && ', '}
          <span className="font-mono text-ink">{oneLine(model)}</span>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}.
    </p>
  )
}
