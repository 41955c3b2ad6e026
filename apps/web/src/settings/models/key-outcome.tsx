import { countText } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { useId, useState } from 'react'
import { useSessionList } from '../../connection/session-list.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { useConnect } from './use-connect.ts'
import type { useKey } from './use-key.ts'

type Test = Output<'testKey'>

/** The result of checking a new key, and what to do next. */
export function KeyOutcome(props: {
  readonly known: { readonly provider: string; readonly label: string }
  readonly entry: ReturnType<typeof useKey>
  readonly onChange: () => void
  /** In a dialog on the start page, which is where its link would lead. */
  readonly isOnStart?: boolean
}) {
  const { outcome, saveAnyway } = props.entry
  if (outcome === null) return null
  if (outcome.state === 'connected') return <Connected {...props} test={outcome.test} />
  if (outcome.state === 'unsaved')
    return (
      <Notice
        tone="bad"
        title="The key was not saved"
        action={
          <Button small onClick={() => saveAnyway('file')}>
            Save it in a file instead
          </Button>
        }
      >
        {oneLine(outcome.why)}
      </Notice>
    )
  return (
    <Notice
      tone="bad"
      title="The key could not be confirmed, and was not saved"
      action={
        <Button small onClick={() => saveAnyway()}>
          Save it anyway
        </Button>
      }
    >
      {oneLine(outcome.why)}
    </Notice>
  )
}

function Connected(props: {
  readonly test: Test
  readonly known: { readonly provider: string; readonly label: string }
  readonly onChange: () => void
  readonly isOnStart?: boolean
}) {
  const { test, known } = props
  const [named, setNamed] = useState('')
  const { rows } = useSessionList('', 'all')
  const model = named || test.default
  if (model.startsWith('rehearsal/'))
    return (
      <NameModel
        provider={known.provider}
        offered={test.models}
        onNamed={(name) => {
          setNamed(name)
          props.onChange()
        }}
      />
    )
  return (
    <Notice
      tone="good"
      title={`Connected: ${test.models.length > 0 ? `${countText(test.models.length, 'model')}, ` : ''}default ${oneLine(model)}`}
      action={
        !props.isOnStart && (
          <LinkButton tone="primary" href="/">
            {rows.length === 0 ? 'Start your first panel' : 'Start a panel'}
          </LinkButton>
        )
      }
    />
  )
}

/** A custom server has no default model, so the user picks one from the server's list. */
function NameModel(props: {
  readonly provider: string
  readonly offered: readonly string[]
  readonly onNamed: (model: string) => void
}) {
  const { provider, offered } = props
  const id = useId()
  const [name, setName] = useState(offered[0] ?? '')
  const full = name.includes('/') || name === '' ? name : `${provider}/${name}`
  const connect = useConnect(() => props.onNamed(full))
  return (
    <Notice
      title={
        offered.length > 0
          ? `Connected: ${countText(offered.length, 'model')}. Which one should answer?`
          : 'The key is saved. Which model should answer?'
      }
    >
      <Form onSubmit={() => connect(full)} className="mt-2 flex flex-wrap items-end gap-2">
        <Field
          label="Model"
          list={id}
          value={name}
          placeholder={`${provider}/model`}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          className="flex-1 basis-60 text-ink"
        />
        <datalist id={id}>
          {offered.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <Button type="submit" tone="primary" disabled={full === ''}>
          Use this model
        </Button>
      </Form>
    </Notice>
  )
}
