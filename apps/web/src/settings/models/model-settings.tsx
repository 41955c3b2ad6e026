import { countText } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { Check as CheckIcon, Server } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../connection/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { GhostForm } from '../../ui/ghost.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/screen.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { useWorkspaceCall } from '../../workspace/use-workspace-call.ts'
import { SettingsForm } from '../form/settings-form.tsx'
import type { EditableSettings } from '../form/use-settings.ts'
import { ProviderKeys } from './keys.tsx'
import { missingModelText } from './missing-model.ts'
import { NewPrice } from './new-price.tsx'
import { NewProvider } from './new-provider.tsx'
import { ProviderPlace } from './provider-place.tsx'
import { useConnect } from './use-connect.ts'

/** Default model, local servers, providers and keys. */
export function ModelSettings({ settings }: { readonly settings: EditableSettings }) {
  const models = useWorkspaceCall((client, place) => client.models({ ...place, discover: '1' }))
  const keys = useCall((client) => client.keys())
  const refresh = () => {
    models.again()
    keys.again()
    settings.again()
  }
  const connect = useConnect(refresh)
  const [tested, setTested] = useState<Counts>({})
  if ((models.isLoading && !models.value) || (keys.isLoading && !keys.value)) return <GhostForm />
  return (
    <>
      <Section title="Default model">
        {models.value?.default.model.startsWith('rehearsal/') && (
          <Notice title={missingModelText(models.value.default.advice)}>
            Runs are rehearsals that only quote your goal and files.{' '}
            {models.value.providers.some(isRemote)
              ? 'Choose a model.'
              : 'Add a key below, or start Ollama, LM Studio or llama.cpp.'}
          </Notice>
        )}
        <SettingsForm fields={settings.value?.form.filter(({ kind }) => kind === 'model') ?? []} settings={settings} />
      </Section>
      {settings.scope === 'user' && (
        <>
          {models.value && <Servers servers={models.value.servers} onConnect={connect} />}
          <ProviderKeys
            keys={keys}
            onChange={refresh}
            onTested={(provider, count) => setTested((before) => ({ ...before, [provider]: count }))}
          />
        </>
      )}
      {models.value && <Providers models={models.value} tested={tested} settings={settings} onChange={refresh} />}
      <NewProvider settings={settings} onAdded={refresh} />
      {settings.scope === 'user' && <NewPrice settings={settings} onAdded={refresh} />}
    </>
  )
}

type Models = Output<'models'>

function Servers(props: { readonly servers: Models['servers']; readonly onConnect: (model: string) => void }) {
  if (props.servers.length === 0) return null
  return (
    <Section title="Running servers" hint="They answer on this machine, or at an address from your settings.">
      <ul className="flex flex-col gap-2">
        {props.servers.map(({ provider, label, address, models }) => (
          <li key={provider} className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-surface p-3">
            <Server aria-hidden size={16} className="shrink-0 text-muted" />
            <span className="min-w-40 flex-1">
              {label} <span className="font-mono text-sm text-muted">{address}</span>
            </span>
            {models.slice(0, 3).map((model) => (
              <Button key={model} small onClick={() => props.onConnect(model)}>
                Use {oneLine(model.slice(model.indexOf('/') + 1))}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  )
}

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

function Providers(props: {
  readonly models: Models
  readonly tested: Counts
  readonly settings: EditableSettings
  readonly onChange: () => void
}) {
  const { models, tested, settings, onChange } = props
  const listed = listedOf(models, tested)
  return (
    <Section
      title="Providers"
      hint={`Prices as of ${models.pricesDate || 'the release'}. Your own prices take precedence.`}
    >
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {models.providers.map((provider) => (
          <li key={provider.name} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block font-medium">{provider.label}</span>
              <span className="block text-sm wrap-anywhere text-muted">{aboutOf(provider, listed)}</span>
            </span>
            <ProviderPlace provider={provider.name} label={provider.label} settings={settings} onChange={onChange} />
            {!isSilent(provider, models.servers) && provider.configured ? (
              <Badge tone="good">
                <CheckIcon aria-hidden size={12} />
                Ready
              </Badge>
            ) : (
              <Badge>Not connected</Badge>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
