import type { Json } from '@convene/domain'
import type { CallResult, Client, Problem } from '@convene/protocol'
import type { ComponentType } from 'react'
import type { BoundForm } from '../ui/bind.ts'
import type { DraftPrompt } from './draft-aside.tsx'
import type { Kind } from './kind.ts'
import type { Scope } from './save-button.tsx'
import type { Listed } from './sections.ts'

/** A team or an agent in its file format. */
export type Fields = { readonly [key: string]: Json }

/** Fields of every draft. */
export type Named = { readonly name: string; readonly slug: string }

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
export type Calls<K> = {
  read(given: WorkspaceParameter & { readonly slug: string }): Promise<CallResult<K>>
  check(place: WorkspaceParameter, written: Fields): Promise<CallResult<Checked>>
  create(place: WorkspaceParameter, scope: Scope, written: Fields): Promise<CallResult<Saved>>
  replace(
    place: WorkspaceParameter,
    scope: Scope,
    written: Fields & { readonly slug: string },
  ): Promise<CallResult<Saved>>
  remove(given: WorkspaceParameter & { readonly slug: string }): Promise<CallResult<unknown>>
}

/** How the editor reads, writes, checks and renders a kind. */
export type Editable<K extends Kept, D extends Named> = {
  readonly kind: Kind
  readonly empty: D
  /** Whether the draft is complete enough to check and save. */
  isBegun(draft: D): boolean
  draftOf(kept: K): D
  writtenOf(draft: D): Fields & { readonly slug: string }
  callsOf(client: Client): Calls<K>
  readonly Form: ComponentType<BoundForm<D>>
}

/** Whether a field is empty and is left out of the file. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
