const last = new Map<string, Promise<unknown>>()

/** One change per workspace at a time in this process: two agents must not both build on the same old text. */
export async function inTurn<T>(workspace: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(workspace) ?? Promise.resolve()
  const own = before.then(work, work)
  const settled = own.catch(() => undefined)
  last.set(workspace, settled)
  try {
    return await own
  } finally {
    if (last.get(workspace) === settled) last.delete(workspace)
  }
}
