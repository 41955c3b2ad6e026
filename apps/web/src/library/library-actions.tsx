import { CopyPlus, Download, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ConfirmDelete } from '../ui/confirm-delete.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { downloadFile } from '../ui/save-file.ts'
import { neutral } from '../ui/text/neutral.ts'
import { SaveButton, type SaveScope } from './save-button.tsx'

/** Save button and actions menu of a team or an agent. */
export function LibraryActions(props: {
  /** The saved version, if any. */
  readonly kept: { readonly name: string; readonly file: string; readonly source: string } | null
  readonly canSave: boolean
  /** The places this kind can be saved in. */
  readonly places: readonly SaveScope[]
  readonly file: { readonly name: string; readonly text: string; readonly type: string }
  /** The route that creates a copy. */
  readonly template: string
  readonly onSave: (scope: SaveScope) => void
  readonly onDelete: () => void
}) {
  const { kept, file } = props
  const [, navigate] = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  const items = [
    {
      label: 'Export',
      icon: Download,
      disabled: file.text === '',
      onSelect: () => downloadFile(file.name, file.text, file.type),
    },
    { label: 'Use as a template', icon: CopyPlus, disabled: !kept, onSelect: () => navigate(props.template) },
    { label: 'Delete', icon: Trash2, danger: true, disabled: !isOwn(kept), onSelect: () => setDeleting(true) },
  ]
  return (
    <>
      <MenuButton label="More actions" icon={Ellipsis} items={items} />
      <SaveButton scopes={scopesFor(props.places, kept?.source)} disabled={!props.canSave} onSave={props.onSave} />
      {isDeleting && kept && (
        <ConfirmDelete
          title={`Delete ${kept.name}?`}
          description="Deletes the file. Anything it overrode becomes available again. Past sessions are not affected."
          onDelete={props.onDelete}
          onClose={() => setDeleting(false)}
        >
          <p className="px-5 pb-4 font-mono text-sm wrap-anywhere text-muted">{neutral(kept.file)}</p>
        </ConfirmDelete>
      )}
    </>
  )
}

/** Saves back to the source if possible, otherwise as the user's own. */
function scopesFor(places: readonly SaveScope[], source: string | undefined): readonly [SaveScope, ...SaveScope[]] {
  const usual = places.find((place) => place === source) ?? 'user'
  return [usual, ...places.filter((place) => place !== usual)]
}

/** Whether the user owns the file. */
export const isOwn = (kept: { readonly source: string } | null): boolean =>
  kept?.source === 'user' || kept?.source === 'workspace'
