import type { PendingView } from '@convene/protocol'

/** Decides a row's menu. A plan whose steps act without asking has one more way to approve it. */
export function rowContext({ kind, question }: Pick<PendingView, 'kind' | 'question'>): string {
  if (question?.turn) return 'turn'
  return kind === 'gate' && (question?.grants?.length ?? 0) > 0 ? 'gate-acting' : kind
}
