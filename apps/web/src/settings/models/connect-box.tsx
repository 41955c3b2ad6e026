import type { Output } from '@convene/protocol'
import { type ClipboardEvent, useState } from 'react'
import { useCall } from '../../connection/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Form } from '../../ui/form.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { useWorkspaceCall } from '../../workspace/use-workspace-call.ts'
import { type EditableSettings, useSettings } from '../form/use-settings.ts'
import { byVendor, modelsThatAnswer } from './connected.ts'
import { KeyOutcome } from './key-outcome.tsx'
import { offers } from './offers.ts'
import { ProviderPlace } from './provider-place.tsx'
import { recognizedKey } from './recognized-key.ts'
import { useConnect } from './use-connect.ts'
import { useKey } from './use-key.ts'

type Key = Output<'keys'>['items'][number]

/** One box that connects anything: a pasted key of any provider, or what was found on this machine. */
export function ConnectBox(props: { readonly onConnected: () => void; readonly isOnStart?: boolean }) {
  const models = useWorkspaceCall((client, place) => client.models({ ...place, discover: '1' }))
  const keys = useCall((client) => client.keys())
  const connected = () => {
    models.again()
    keys.again()
    props.onConnected()
  }
  const connect = useConnect(connected)
  const found = models.value ? offers(models.value) : []
  return (
    <div className="flex flex-col gap-4">
      <PasteKey
        keys={(keys.value?.items ?? []).filter(({ provider }) => provider !== 'login')}
        isSecond={models.value !== null && modelsThatAnswer(models.value).length > 0}
        onConnected={connected}
        onModel={connect}
        isOnStart={props.isOnStart ?? true}
      />
      {found.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted">Found on this machine:</span>
          {found.map(({ model, label }) => (
            <Button key={model} small onClick={() => connect(model)}>
              Use {label}
            </Button>
          ))}
        </div>
      )}
      {models.value && <Second models={models.value} />}
    </div>
  )
}

/** Why a second model is worth its key, or what there is now. */
function Second({ models }: { readonly models: Output<'models'> }) {
  const names = modelsThatAnswer(models)
  const providers = [...new Set(byVendor(names).map((name) => name.slice(0, name.indexOf('/'))))]
  if (providers.length === 0) return null
  return (
    <p className="text-muted">
      {providers.length === 1
        ? 'Add a second model. Panels of different models debate. Copies of one model only vote.'
        : `Connected: ${providers.map(oneLine).join(', ')}. Panels spread their seats over them.`}
    </p>
  )
}

type PasteProps = {
  readonly keys: readonly Key[]
  readonly isSecond: boolean
  readonly isOnStart: boolean
  readonly onConnected: () => void
  readonly onModel: (model: string) => void
}

function PasteKey(props: PasteProps) {
  const settings = useSettings()
  const pasted = usePastedKey(props, settings)
  const { known, tried, entry } = pasted
  return (
    <div className="flex flex-col gap-3">
      <KeyLine {...pasted} keys={props.keys} />
      {known && (
        <ProviderPlace provider={known.provider} label={known.label} settings={settings} onChange={settings.again} />
      )}
      <div aria-live="polite" className="empty:hidden">
        {tried && <KeyOutcome known={tried} entry={entry} onChange={props.onConnected} isOnStart={props.isOnStart} />}
      </div>
      <p className="text-sm text-muted">
        Convene recognizes the provider by its key, tests it with one short call, and stores it on this machine.
      </p>
    </div>
  )
}

/** A key as entered, whose it is, and what happens when it is pasted. */
function usePastedKey({ keys, isSecond, onConnected, onModel }: PasteProps, settings: EditableSettings) {
  const [named, setNamed] = useState('')
  const [tried, setTried] = useState<Key>()
  const onTested = (_count: number, { model }: Output<'testKey'>) => {
    // Without a model in the settings, every connected vendor takes part by itself.
    if (isSecond && settings.value?.settings.model !== undefined && model) onModel(model)
  }
  const entry = useKey({ variable: named }, { onChange: onConnected, onTested })
  const owner = recognizedKey(entry.value, keys)
  const known = owner ?? keys.find(({ variable }) => variable === named)
  const connect = (key: string, to: Key) => {
    setTried(to)
    // The next key is somebody else's. It must not reach this provider unasked.
    setNamed('')
    entry.connect(key, to.variable)
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim()
    const its = recognizedKey(text, keys)
    if (text === '' || entry.value !== '' || !its) return
    event.preventDefault()
    entry.setValue(text)
    connect(text, its)
  }
  return { entry, known, tried, named, setNamed, connect, paste, isUnknown: entry.value.trim() !== '' && !owner }
}

function KeyLine(props: ReturnType<typeof usePastedKey> & { readonly keys: readonly Key[] }) {
  const { entry, known } = props
  const hasKey = entry.value.trim() !== ''
  return (
    <Form
      onSubmit={() => known && hasKey && props.connect(entry.value, known)}
      className="flex flex-wrap items-center gap-2"
    >
      <input
        type="password"
        aria-label="Key of any provider"
        autoComplete="off"
        placeholder="Paste an API key from any provider"
        value={entry.value}
        readOnly={entry.isTesting}
        aria-busy={entry.isTesting}
        onPaste={props.paste}
        onChange={(event) => entry.setValue(event.target.value)}
        className="h-10 min-w-0 flex-1 basis-60 rounded-md border border-line-field bg-raised px-3 hover:border-muted"
      />
      {props.isUnknown && (
        <Choice
          label="Provider of the key"
          value={props.named}
          options={props.keys.map(({ variable, label }) => ({ value: variable, label: oneLine(label) }))}
          onChange={props.setNamed}
          className="h-10"
        />
      )}
      <Button type="submit" tone="primary" disabled={!known || !hasKey || entry.isTesting} className="h-10">
        {entry.isTesting ? 'Testing' : known && hasKey ? `Connect ${oneLine(known.label)}` : 'Connect'}
      </Button>
    </Form>
  )
}
