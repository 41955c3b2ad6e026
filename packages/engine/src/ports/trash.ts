/** Something in the trash: the events of a deleted session, or what an agent did in its worktree. */
export type TrashEntry = {
  readonly name: string
  /** When it was put there, in milliseconds. */
  readonly at: number
  /** Where people find it, such as a path. */
  readonly where: string
  /** The session's title, if it was stored beside the bytes. */
  readonly title?: string
  /** The space its session was in, if there are spaces. */
  readonly space?: string
}

/** What was deleted, by name, until it is gone for good. */
export interface Trash {
  /** Resolves when it is stored, whole. Rejects if it cannot be stored: then nothing may be deleted. */
  put(name: string, bytes: Uint8Array, title?: string): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  list(): Promise<readonly TrashEntry[]>
  remove(name: string): Promise<void>
  /** Removes what was put before a time. */
  empty(before: number): Promise<void>
}
