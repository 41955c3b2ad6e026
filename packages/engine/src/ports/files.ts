/** Reads a workspace. Never follows a path out of it; what cannot be read is undefined or missing from the list. */
export interface Files {
  /** Relative paths with `/`, at most `limit`, nearest to the root first; ignored, hidden and secret files are left out. */
  list(workspace: string, limit: number): Promise<readonly string[]>
  read(workspace: string, path: string, maxBytes: number): Promise<string | undefined>
}
