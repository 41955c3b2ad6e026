/** Something in the trash: the events of a deleted session, or an agent's work in its worktree. */
export type TrashEntry = {
  readonly name: string
  /** When it was put there, in milliseconds. */
  readonly at: number
  /** Where people find it, such as a path. */
  readonly where: string
  /** The session's title, if it was stored along with the bytes. */
  readonly title?: string
  /** The space its session was in, if there are spaces. */
  readonly space?: string
}

/** Deleted things by name, until they are gone for good. */
export interface Trash {
  /** Resolves once everything is stored. Rejects if it cannot be stored: then nothing may be deleted. */
  put(name: string, bytes: Uint8Array, title?: string): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  list(): Promise<readonly TrashEntry[]>
  remove(name: string): Promise<void>
  /** Removes everything put there before this time. */
  empty(before: number): Promise<void>
}
