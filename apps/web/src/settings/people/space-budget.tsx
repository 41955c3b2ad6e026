import { dollarsText } from '@convene/domain'
import { useState } from 'react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { useCall } from '../../connection/use-call.ts'
import { useMay } from '../../people/me.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/screen.tsx'

/** The space's monthly budget and what it has spent. */
export function SpaceBudget() {
  const { value, again } = useCall((client) => client.budget())
  const mayChange = useMay('setBudget')
  if (!value) return null
  const { limitUsd, spentUsd, reservedUsd } = value
  const spent = `${dollarsText(spentUsd)} spent${reservedUsd > 0 ? `, ${dollarsText(reservedUsd)} reserved for calls in progress` : ''}`
  return (
    <Section title="Monthly budget" hint="When the budget is used up, runs stop and say so.">
      <div className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
        <p>
          <span className="numeric font-medium">{spent}</span>
          <span className="text-muted">{limitUsd === null ? '. No limit.' : ` of ${dollarsText(limitUsd)}.`}</span>
        </p>
        {mayChange && <Limit key={String(limitUsd)} limitUsd={limitUsd} onSaved={again} />}
      </div>
    </Section>
  )
}

function Limit({ limitUsd, onSaved }: { readonly limitUsd: number | null; readonly onSaved: () => void }) {
  const client = useClient()
  const [text, setText] = useState(limitUsd === null ? '' : String(limitUsd))
  const limit = text.trim() === '' ? null : Number(text)
  const isWrong = limit !== null && !(limit >= 0 && limit <= 1_000_000)
  const save = async () => {
    if (valueOrToast(await client.setBudget({ limitUsd: limit }), 'The budget is unchanged.')) onSaved()
  }
  return (
    <Form onSubmit={() => !isWrong && void save()} className="flex flex-wrap items-end gap-2">
      <Field
        label="Limit per month, in US dollars"
        placeholder="No limit"
        error={isWrong ? 'Enter a number from 0 to 1,000,000.' : undefined}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-w-48 flex-1"
      />
      <Button type="submit" disabled={isWrong || limit === limitUsd}>
        Save limit
      </Button>
    </Form>
  )
}
