import { useState } from 'react'
import { bind } from '../../ui/bind.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Form } from '../../ui/form.tsx'
import type { EditableSettings } from '../form/use-settings.ts'

const empty = { name: '', baseURL: '', apiKeyEnv: '' }

/** Adds an OpenAI-compatible provider. */
export function NewProvider(props: { readonly settings: EditableSettings; readonly onAdded: () => void }) {
  const [draft, setDraft] = useState(empty)
  const field = bind({ draft, onChange: (part) => setDraft((before) => ({ ...before, ...part })) })
  const isWhole = /^[^/\s]+$/u.test(draft.name) && /^https?:\/\/\S+$/u.test(draft.baseURL)
  const add = async () => {
    const { name, baseURL, apiKeyEnv } = draft
    const value = { type: 'openai-compatible', baseURL, ...(apiKeyEnv && { apiKeyEnv }) }
    if (!(await props.settings.save([{ path: ['providers', name], value }]))) return
    setDraft(empty)
    props.onAdded()
  }
  return (
    <Fold label="Add a provider" note="Any OpenAI-compatible endpoint">
      <Form onSubmit={add}>
        <fieldset disabled={!props.settings.canChange} className="flex flex-col gap-4">
          <div className="grid grid-cols-3 items-start gap-4 max-tablet:grid-cols-1">
            <Field label="Name" placeholder="local" hint="The part before / in its model names." {...field('name')} />
            <Field label="Address" placeholder="http://127.0.0.1:8000/v1" {...field('baseURL')} />
            <Field
              label="Key variable"
              placeholder="LOCAL_API_KEY"
              hint="Leave empty if no key is needed."
              {...field('apiKeyEnv')}
            />
          </div>
          <Button type="submit" disabled={!isWhole} className="self-start">
            Add
          </Button>
        </fieldset>
      </Form>
    </Fold>
  )
}
