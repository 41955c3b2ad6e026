import type { Change, Client } from '@convene/protocol'

type Told = {
  /** Something in the lists is different; so much waits for a person in all sessions together. */
  changed(waiting: number): void
  /** A session that nobody is shown here waits for a person. */
  needed(session: { readonly id: string; readonly title: string; readonly asks: number }): void
  /** Whether a chat shows this session at this moment. */
  isShown(session: string): boolean
  /** Of which sessions a person wants to hear here. */
  readonly workspace: string
}

/** Follows every session, also those of other processes: lists are read again, and who is needed is told, once. */
export function attendSessions(
  client: Pick<Client, 'watch'>,
  { changed, needed, isShown, workspace }: Told,
): () => void {
  const asks = new Map<string, number>()
  const tellChanged = () => changed([...asks.values()].reduce((sum, each) => sum + each, 0))
  const take = (change: Change) => {
    if (change.type === 'deleted') asks.delete(change.id)
    else attend(change.session)
    tellChanged()
  }
  const attend = (session: Extract<Change, { type: 'session' }>['session']) => {
    const before = asks.get(session.id) ?? 0
    asks.set(session.id, session.asks)
    if (session.asks > before && session.workspace === workspace && !isShown(session.id)) needed(session)
  }
  return client.watch({ change: take })
}
