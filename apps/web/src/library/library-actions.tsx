import { CopyPlus, Download, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { saveFile } from '../app/save-file.ts'
import { MenuButton } from '../parts/menu-button.tsx'
import { ConfirmDelete } from './confirm-delete.tsx'
import { SaveButton, type Scope } from './save-button.tsx'

/** Saving, and what else can be done with a team or an agent. */
export function LibraryActions(props: {
  /** What is kept already, if anything is. */
  readonly kept: { readonly name: string; readonly file: string; readonly source: string } | null
  readonly canSave: boolean
  /** Where one of its kind can be kept. */
  readonly places: readonly Scope[]
  readonly file: { readonly name: string; readonly text: string; readonly type: string }
  /** Where a new one is made out of this one. */
  readonly template: string
  readonly onSave: (scope: Scope) => void
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
      onSelect: () => saveFile(file.name, file.text, file.type),
    },
    { label: 'Use as a template', icon: CopyPlus, disabled: !kept, onSelect: () => navigate(props.template) },
    { label: 'Delete', icon: Trash2, danger: true, disabled: !isOwn(kept), onSelect: () => setDeleting(true) },
  ]
  return (
    <>
      <MenuButton label="More actions" icon={Ellipsis} items={items} />
      <SaveButton scopes={scopesFor(props.places, kept?.source)} disabled={!props.canSave} onSave={props.onSave} />
      {isDeleting && kept && <ConfirmDelete {...kept} onDelete={props.onDelete} onClose={() => setDeleting(false)} />}
    </>
  )
}

/** Where it comes from is where it goes back to; else it becomes the person's own. */
function scopesFor(places: readonly Scope[], source: string | undefined): readonly [Scope, ...Scope[]] {
  const usual = places.find((place) => place === source) ?? 'user'
  return [usual, ...places.filter((place) => place !== usual)]
}

/** Whether its file is one that this person writes. */
export const isOwn = (kept: { readonly source: string } | null): boolean =>
  kept?.source === 'user' || kept?.source === 'workspace'
