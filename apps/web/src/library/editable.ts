import type { Json } from '@convene/domain'
import type { CallResult, Client, Problem } from '@convene/protocol'
import type { ComponentType } from 'react'
import type { BoundForm } from '../ui/bind.ts'
import type { DraftPrompt } from './draft-aside.tsx'
import type { LibraryKind } from './kind.ts'
import type { SaveScope } from './save-button.tsx'
import type { Listed } from './sections.ts'

/** A team or an agent in its file format. */
export type EditableFields = { readonly [key: string]: Json }

/** Fields of every draft. */
export type NamedItem = { readonly name: string; readonly slug: string }

/** A saved one, with its source and file text. */
export type Kept = Listed & { readonly text: string }

type WorkspaceParameter = { readonly workspace?: string }
type Checked = {
  readonly problems: readonly Problem[]
  readonly prompts: readonly DraftPrompt[]
  readonly text: string
}
type Saved = { readonly slug: string; readonly file: string }

/** The calls for one kind, so that one editor serves both. */
export type EditCalls<K> = {
  read(given: WorkspaceParameter & { readonly slug: string }): Promise<CallResult<K>>
  check(place: WorkspaceParameter, written: EditableFields): Promise<CallResult<Checked>>
  create(place: WorkspaceParameter, scope: SaveScope, written: EditableFields): Promise<CallResult<Saved>>
  replace(
    place: WorkspaceParameter,
    scope: SaveScope,
    written: EditableFields & { readonly slug: string },
  ): Promise<CallResult<Saved>>
  remove(given: WorkspaceParameter & { readonly slug: string }): Promise<CallResult<unknown>>
}

/** How the editor reads, writes, checks and renders a kind. */
export type Editable<K extends Kept, D extends NamedItem> = {
  readonly kind: LibraryKind
  readonly empty: D
  /** Whether the draft is complete enough to check and save. */
  isBegun(draft: D): boolean
  draftOf(kept: K): D
  writtenOf(draft: D): EditableFields & { readonly slug: string }
  callsOf(client: Client): EditCalls<K>
  readonly Form: ComponentType<BoundForm<D>>
}

/** Whether a field is empty and is left out of the file. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
