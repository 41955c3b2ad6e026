import { countText } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { Check as CheckIcon } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../connection/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { GhostForm } from '../../ui/ghost.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/screen.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { useWorkspaceCall } from '../../workspace/use-workspace-call.ts'
import { SettingsForm } from '../form/settings-form.tsx'
import type { EditableSettings } from '../form/use-settings.ts'
import { ConnectBox } from './connect-box.tsx'
import { KeyLocation } from './key-location.tsx'
import { KeyBadge, KeyCells } from './key-row.tsx'
import { missingModelText } from './missing-model.ts'
import { NewPrice } from './new-price.tsx'
import { NewProvider } from './new-provider.tsx'
import { ProviderPlace } from './provider-place.tsx'

/** One box to connect anything, the default model, and one table of providers. */
export function ModelSettings({ settings }: { readonly settings: EditableSettings }) {
  const models = useWorkspaceCall((client, place) => client.models({ ...place, discover: '1' }))
  const keys = useCall((client) => client.keys())
  const refresh = () => {
    models.again()
    keys.again()
    settings.again()
  }
  const [tested, setTested] = useState<Counts>({})
  if ((models.isLoading && !models.value) || (keys.isLoading && !keys.value)) return <GhostForm />
  const isOwn = settings.scope === 'user'
  return (
    <>
      {isOwn && (
        <Section title="Connect a model">
          <ConnectBox onConnected={refresh} isOnStart={false} />
        </Section>
      )}
      <Section title="Default model">
        {models.value?.default.model.startsWith('rehearsal/') && <NoDefault models={models.value} />}
        <SettingsForm fields={settings.value?.form.filter(({ kind }) => kind === 'model') ?? []} settings={settings} />
      </Section>
      {models.value && (
        <Providers
          models={models.value}
          keys={isOwn ? keys.value : null}
          refused={keys.refusal?.message}
          tested={tested}
          onTested={(provider, count) => setTested((before) => ({ ...before, [provider]: count }))}
          settings={settings}
          onChange={refresh}
        />
      )}
      <NewProvider settings={settings} onAdded={refresh} />
      {isOwn && <NewPrice settings={settings} onAdded={refresh} />}
    </>
  )
}

/** With a confirmed key the sentence says what is still open, never that nothing is connected. */
const NoDefault = ({ models }: { readonly models: Models }) => (
  <Notice title={missingModelText(models.default.advice)}>
    Runs are rehearsals that only quote your goal and files.{' '}
    {models.providers.some(isRemote)
      ? 'Choose a model.'
      : 'Paste a key above, or start Ollama, LM Studio or llama.cpp.'}
  </Notice>
)

type Keys = Output<'keys'>

type Models = Output<'models'>

type Provider = Models['providers'][number]

/** A provider with a key, or at an address of the user's. */
const isRemote = ({ name, configured, local }: Provider): boolean => configured && !local && name !== 'rehearsal'

/** A local server that needs no key and is not running. */
const isSilent = ({ name, local }: Provider, servers: Models['servers']): boolean =>
  local && name !== 'rehearsal' && !servers.some(({ provider }) => provider === name)

/** With how many models each provider answered when its key was tested. */
type Counts = { readonly [provider: string]: number }

/** The models that a server lists itself. Without its key, which this page does not have, a server may list none. */
const listedOf = ({ servers }: Models, tested: Counts): Counts => ({
  ...tested,
  ...Object.fromEntries(servers.map(({ provider, models }) => [provider, models.length])),
})

function aboutOf({ name, local, configured, models, missing }: Provider, listed: Counts): string {
  if (!configured) return `needs ${missing.join(', ')}`
  if (listed[name]) return countText(listed[name], 'model')
  if (models.length > 0) return countText(models.length, 'known model')
  return local ? 'on this machine' : 'no model list'
}

type ProvidersProps = {
  readonly models: Models
  /** Null for a workspace, which has no keys. */
  readonly keys: Keys | null
  readonly refused: string | undefined
  readonly tested: Counts
  readonly onTested: (provider: string, models: number) => void
  readonly settings: EditableSettings
  readonly onChange: () => void
}

/** Every provider once, with its state, its key, and its own place if it needs one. */
function Providers(props: ProvidersProps) {
  const { models, keys } = props
  const listed = new Set(models.providers.map(({ name }) => name))
  return (
    <Section
      title="Providers"
      hint={`Keys are never sent back to this page. An environment variable overrides a stored key. Prices as of ${models.pricesDate || 'the release'}. Your own prices take precedence.`}
    >
      {props.refused && <Notice tone="bad" title={props.refused} />}
      {keys && <KeyLocation keys={keys} onMoved={props.onChange} />}
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {models.providers.map((provider) => (
          <ProviderRow key={provider.name} provider={provider} {...props} />
        ))}
        {keys?.items
          .filter(({ provider }) => !listed.has(provider))
          .map((known) => (
            <li key={known.variable} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
              <span className="min-w-0 flex-1 basis-48">
                <RowName label={known.label} known={known} />
              </span>
              <KeyCells known={known} onChange={props.onChange} onTested={() => {}} />
            </li>
          ))}
      </ul>
    </Section>
  )
}

function ProviderRow({ provider, ...props }: ProvidersProps & { readonly provider: Provider }) {
  const { models, keys, tested, settings, onChange } = props
  const known = keys?.items.find((key) => key.provider === provider.name)
  const isReady = !isSilent(provider, models.servers) && provider.configured
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <span className="min-w-0 flex-1 basis-48">
        <RowName label={provider.label} known={known} />
        <span className="block text-sm wrap-anywhere text-muted">{aboutOf(provider, listedOf(models, tested))}</span>
      </span>
      {isReady ? (
        <Badge tone="good">
          <CheckIcon aria-hidden size={12} />
          Ready
        </Badge>
      ) : (
        <Badge>Not connected</Badge>
      )}
      <ProviderPlace provider={provider.name} label={provider.label} settings={settings} onChange={onChange} />
      {known && (
        <KeyCells known={known} onChange={onChange} onTested={(count) => props.onTested(provider.name, count)} />
      )}
    </li>
  )
}

const RowName = ({ label, known }: { readonly label: string; readonly known: Keys['items'][number] | undefined }) => (
  <span className="flex items-center gap-2">
    <span className="font-medium">{oneLine(label)}</span>
    {known && <KeyBadge known={known} />}
  </span>
)
