/** Reads a workspace. Never follows a path out of it. Anything unreadable is undefined or missing from the list. */
export interface Files {
  /** Relative paths with `/`, at most `limit`, nearest to the root first, without ignored, hidden and secret files. */
  list(workspace: string, limit: number): Promise<readonly string[]>
  read(workspace: string, path: string, maxBytes: number): Promise<string | undefined>
}
