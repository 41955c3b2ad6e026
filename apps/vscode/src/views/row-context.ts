import type { PendingView } from '@convene/protocol'

/** Decides a row's menu. A plan whose steps act without asking has one more way to approve it. */
export const rowContext = ({ kind, question }: Pick<PendingView, 'kind' | 'question'>): string =>
  kind === 'gate' && (question?.grants?.length ?? 0) > 0 ? 'gate-acting' : kind
