import { useState } from 'react'
import { bind } from '../../ui/bind.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Form } from '../../ui/form.tsx'
import type { EditableSettings } from '../form/use-settings.ts'

const empty = { model: '', input: '', output: '' }

/** Sets the price of a model that no list has, or has wrong. */
export function NewPrice(props: { readonly settings: EditableSettings; readonly onAdded: () => void }) {
  const [draft, setDraft] = useState(empty)
  const field = bind({ draft, onChange: (part) => setDraft((before) => ({ ...before, ...part })) })
  const [input, output] = [dollarsIn(draft.input), dollarsIn(draft.output)]
  const isWhole = /^[^/\s]+\/\S+$/u.test(draft.model.trim()) && input !== null && output !== null
  const save = async () => {
    const path = ['prices', draft.model.trim()]
    if (!(await props.settings.save([{ path, value: { input, output } }]))) return
    setDraft(empty)
    props.onAdded()
  }
  return (
    <Fold label="Set a price" note="For a model without a known price">
      <Form onSubmit={save}>
        <fieldset disabled={!props.settings.canChange} className="flex flex-col gap-4">
          <div className="grid grid-cols-3 items-start gap-4 max-tablet:grid-cols-1">
            <Field label="Priced model" placeholder="acme/gpt-5" {...field('model')} />
            <Field label="Input price" placeholder="3" hint="US dollars per million tokens." {...field('input')} />
            <Field label="Output price" placeholder="15" {...field('output')} />
          </div>
          <Button type="submit" disabled={!isWhole} className="self-start">
            Save price
          </Button>
        </fieldset>
      </Form>
    </Fold>
  )
}

/** `3`, `0.25` or `0,25`. Null if it is not an amount. */
function dollarsIn(text: string): number | null {
  const amount = text.trim().replace(',', '.')
  return /^\d{1,6}(?:\.\d{1,9})?$/u.test(amount) ? Number(amount) : null
}
