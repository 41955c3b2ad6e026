import type { CallRefusal } from '@convene/protocol'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useClient, valueOrToast } from '../connection/client.ts'
import { toast } from '../ui/toast.tsx'
import { useWorkspace } from '../workspace/place.ts'
import type { Editable, Kept, Named } from './editable.ts'
import type { Scope } from './save-button.tsx'

/** Why it was not saved. With `slug`, the failure is about that slug and lasts until the slug changes. */
export type NotSaved = { readonly message: string; readonly slug: string | null }

/** Saves or deletes the file of a team or an agent. */
export function useKeeping<K extends Kept, D extends Named>(
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
  const [, navigate] = useLocation()
  const [notSaved, setNotSaved] = useState<NotSaved | null>(null)
  const isShown = useIsShown()
  const save = async (scope: Scope) => {
    const written = editable.writtenOf(draft)
    const replaces = slug === written.slug && kept?.source === scope
    const saved = replaces ? await calls.replace(place, scope, written) : await calls.create(place, scope, written)
    setNotSaved(saved.ok ? null : refused(saved.refusal, written.slug))
    if (!saved.ok) return
    toast('good', 'Saved', saved.value.file)
    onSaved()
    if (isShown()) navigate(`${editable.kind.place}/${saved.value.slug}`)
  }
  const remove = async () => {
    if (!slug || !valueOrToast(await calls.remove({ ...place, slug }), `The ${editable.kind.word} was not deleted.`))
      return
    toast('plain', `Deleted ${draft.name}`)
    if (isShown()) navigate(editable.kind.place)
  }
  return { save: (scope: Scope) => void save(scope), remove: () => void remove(), notSaved }
}

/** Whether the component is still on the screen: a user who has gone elsewhere is not brought back. */
function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}

function refused({ code, message }: CallRefusal, slug: string): NotSaved {
  if (!code.endsWith('_exists')) return { message, slug: null }
  return { message: 'This slug is already in use. Choose another slug, or edit the existing one.', slug }
}
