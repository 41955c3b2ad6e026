import { TriangleAlert } from 'lucide-react'
import { oneLine } from '../../ui/text/neutral.ts'
import { type SettingField, settingText } from './setting-field.ts'
import type { SettingOrigin } from './setting-origin.ts'
import type { SettingsScope } from './use-settings.ts'

type NoteProps = {
  readonly field: SettingField
  readonly origin: SettingOrigin
  readonly scope: SettingsScope
}

/** The source of the value, and a button to reset it to the default. */
export function SettingSource(
  props: NoteProps & { readonly isEdited: boolean; readonly canChange: boolean; readonly onReset: () => void },
) {
  const { field, origin, isEdited } = props
  return (
    <p className="absolute top-0 right-0 flex h-5 items-center gap-2 text-xs text-muted">
      <span>{isEdited ? 'Not saved yet' : sourceText(props)}</span>
      {origin.own !== undefined && !isEdited && props.canChange && (
        <button
          type="button"
          aria-label={`Reset ${field.label}`}
          onClick={props.onReset}
          className="rounded-sm text-accent-ink underline underline-offset-2 hover:text-ink"
        >
          Reset
        </button>
      )}
    </p>
  )
}

/** Why the value above does not apply, if so. */
export function SettingMarks({ field, origin }: NoteProps) {
  const { own, overruledBy, isWithheld } = origin
  return (
    <>
      {overruledBy !== undefined && (
        <Mark>
          This workspace sets {shown(field, overruledBy)}. {own === undefined ? 'The default' : 'Your value'} does not
          apply here.
        </Mark>
      )}
      {isWithheld && <Mark>Not applied because this workspace is not trusted.</Mark>}
    </>
  )
}

function Mark({ children }: { readonly children: React.ReactNode }) {
  return (
    <p className="flex items-start gap-1 text-sm text-warning">
      <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}

function sourceText({ origin: { own, from }, scope }: NoteProps): string {
  if (own !== undefined) return scope === 'user' ? 'Set by you' : 'Set by this workspace'
  return from === 'user' ? 'From your settings' : 'Default'
}

/** A value for display. */
function shown({ kind, options = [] }: SettingField, value: SettingOrigin['own']): string {
  if (kind === 'check') return value === true ? 'yes' : 'no'
  const text = settingText(value)
  return options.find((option) => option.value === text)?.label ?? oneLine(text.replaceAll('\n', ', '))
}
