import type { Client, RowChange } from '@convene/protocol'

type Told = {
  /** The lists have changed. `waiting` is the total number of pending items. */
  changed(waiting: number): void
  /** A session not shown in this editor is waiting for the user. */
  needed(session: { readonly id: string; readonly title: string; readonly asks: number }): void
  /** Whether a chat currently shows this session. */
  isShown(session: string): boolean
  /** Which sessions to notify about here. */
  readonly workspace: string
}

/** Follows every session, including other processes': refreshes lists and notifies once per pending item. */
export function attendSessions(
  client: Pick<Client, 'watch'>,
  { changed, needed, isShown, workspace }: Told,
): () => void {
  const asks = new Map<string, number>()
  const tellChanged = () => changed([...asks.values()].reduce((sum, each) => sum + each, 0))
  const take = (change: RowChange) => {
    if (change.type === 'deleted') asks.delete(change.id)
    else attend(change.session)
    tellChanged()
  }
  const attend = (session: Extract<RowChange, { type: 'session' }>['session']) => {
    const before = asks.get(session.id) ?? 0
    asks.set(session.id, session.asks)
    if (session.asks > before && session.workspace === workspace && !isShown(session.id)) needed(session)
  }
  return client.watch({ change: take })
}
