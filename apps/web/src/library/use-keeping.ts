import type { CallRefusal } from '@convene/protocol'
import { useState } from 'react'
import { useClient, valueOrToast } from '../connection/client.ts'
import { fromHere } from '../ui/from-here.ts'
import { toast } from '../ui/toast.tsx'
import { useWorkspace } from '../workspace/chosen-workspace.ts'
import type { Editable, Kept, NamedItem } from './editable.ts'
import type { SaveScope } from './save-button.tsx'

/** Why it was not saved. With `slug`, the failure is about that slug and lasts until the slug changes. */
export type NotSaved = { readonly message: string; readonly slug: string | null }

/** Saves or deletes the file of a team or an agent. */
export function useKeeping<K extends Kept, D extends NamedItem>(
  editable: Editable<K, D>,
  given: {
    readonly slug: string | undefined
    readonly kept: K | null
    readonly draft: D
    readonly onSaved: () => void
  },
) {
  const { slug, kept, draft, onSaved } = given
  const calls = editable.callsOf(useClient())
  const place = useWorkspace()
  const [notSaved, setNotSaved] = useState<NotSaved | null>(null)
  const save = async (scope: SaveScope) => {
    const goTo = fromHere()
    const written = editable.writtenOf(draft)
    const replaces = slug === written.slug && kept?.source === scope
    const saved = replaces ? await calls.replace(place, scope, written) : await calls.create(place, scope, written)
    setNotSaved(saved.ok ? null : refused(saved.refusal, written.slug))
    if (!saved.ok) return
    toast('good', 'Saved', saved.value.file)
    onSaved()
    goTo(`${editable.kind.place}/${saved.value.slug}`)
  }
  const remove = async () => {
    const goTo = fromHere()
    if (!slug || !valueOrToast(await calls.remove({ ...place, slug }), `The ${editable.kind.word} was not deleted.`))
      return
    toast('plain', `Deleted ${draft.name}`)
    goTo(editable.kind.place)
  }
  return { save: (scope: SaveScope) => void save(scope), remove: () => void remove(), notSaved }
}

function refused({ code, message }: CallRefusal, slug: string): NotSaved {
  if (!code.endsWith('_exists')) return { message, slug: null }
  return { message: 'This slug is already in use. Choose another slug, or edit the existing one.', slug }
}
