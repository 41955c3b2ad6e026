import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import type { EditableSettings } from '../form/use-settings.ts'

/** Providers that need a place of the user’s in addition to a key. */
const places: { readonly [provider: string]: { readonly key: string; readonly what: string; readonly like: string } } =
  {
    azure: { key: 'baseURL', what: 'endpoint', like: 'https://my-resource.openai.azure.com' },
    bedrock: { key: 'region', what: 'region', like: 'eu-central-1' },
  }

/** Where a provider is reached, if that is the user's own place: Azure's endpoint, Bedrock's region. */
export function ProviderPlace(props: {
  readonly provider: string
  readonly label: string
  readonly settings: EditableSettings
  readonly onChange: () => void
}) {
  const { provider, label, settings, onChange } = props
  const place = places[provider]
  const known = place ? placeIn(settings, provider, place.key) : ''
  const [typed, setTyped] = useState<string>()
  if (!place || settings.scope !== 'user') return null
  const value = typed ?? known
  const save = async () => {
    const path = ['providers', provider, place.key]
    const text = value.trim()
    if (!(await settings.save([text === '' ? { path } : { path, value: text }]))) return
    setTyped(undefined)
    onChange()
  }
  return (
    <Form onSubmit={() => void save()} className="flex items-center gap-2 max-tablet:w-full">
      <input
        aria-label={`${label} ${place.what}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={place.like}
        value={value}
        onChange={(event) => setTyped(event.target.value)}
        className="h-8 w-72 min-w-0 flex-1 rounded-md border border-line-field bg-raised px-3 font-mono text-sm hover:border-muted max-tablet:h-10"
      />
      <Button type="submit" disabled={value.trim() === known} className="w-20">
        Save
        <span className="sr-only">
          {' '}
          the {label} {place.what}
        </span>
      </Button>
    </Form>
  )
}

function placeIn({ value }: EditableSettings, provider: string, key: string): string {
  const providers = value?.settings.providers as { readonly [name: string]: { readonly [key: string]: unknown } }
  const found = providers?.[provider]?.[key]
  return typeof found === 'string' ? found : ''
}
