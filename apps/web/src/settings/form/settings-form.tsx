import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { OneSetting } from './one-setting.tsx'
import { faultOf, type SettingField, settingText, writtenIn } from './setting-field.ts'
import { SettingMarks, SettingSource } from './setting-note.tsx'
import { originOf } from './setting-origin.ts'
import type { EditableSettings } from './use-settings.ts'

type Edits = { readonly [path: string]: string }
type FormProps = { readonly fields: readonly SettingField[]; readonly settings: EditableSettings }

/** A group of settings with one save button. Edits for one file are not carried over to the other. */
export function SettingsForm(props: FormProps) {
  return <FormOfScope key={props.settings.scope} {...props} />
}

function FormOfScope({ fields, settings }: FormProps) {
  const [edits, setEdits] = useState<Edits>({})
  const changed = fields.filter((field) => edits[keyOf(field)] !== undefined)
  const isBad = changed.some((field) => faultOf(field, edits[keyOf(field)] ?? ''))
  const submit = async () => {
    const changes = changed.map((field) => {
      const value = writtenIn(field, edits[keyOf(field)] ?? '')
      return { path: [...field.path], ...(value !== undefined && { value }) }
    })
    if (await settings.save(changes)) setEdits({})
  }
  return (
    <Form onSubmit={submit}>
      <fieldset disabled={!settings.canChange} className="flex flex-col gap-5">
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 max-tablet:grid-cols-1">
          {fields.map((field) => (
            <SettingWithNote
              key={keyOf(field)}
              field={field}
              settings={settings}
              edited={edits[keyOf(field)]}
              onText={(text) => setEdits((before) => ({ ...before, [keyOf(field)]: text }))}
            />
          ))}
        </div>
        <div className="flex items-center gap-2">
          <Button tone="primary" type="submit" disabled={changed.length === 0 || isBad || !settings.value}>
            Save
          </Button>
          {changed.length > 0 && <Button onClick={() => setEdits({})}>Undo</Button>}
        </div>
      </fieldset>
    </Form>
  )
}

const keyOf = ({ path }: SettingField): string => path.join('.')

function SettingWithNote(props: {
  readonly field: SettingField
  readonly settings: EditableSettings
  readonly edited: string | undefined
  readonly onText: (text: string) => void
}) {
  const { field, settings, edited } = props
  const origin = settings.value ? originOf(settings.value, settings.scope, field.path) : undefined
  return (
    <div className="relative flex min-w-0 flex-col gap-1">
      <OneSetting
        field={field}
        text={edited ?? settingText(origin?.own)}
        inherited={settingText(origin?.inherited)}
        onText={props.onText}
      />
      {origin && (
        <>
          <SettingSource
            field={field}
            origin={origin}
            scope={settings.scope}
            isEdited={edited !== undefined}
            canChange={settings.canChange}
            onReset={() => void settings.save([{ path: [...field.path] }])}
          />
          <SettingMarks field={field} origin={origin} scope={settings.scope} />
        </>
      )}
    </div>
  )
}
