import type { PendingView } from '@convene/protocol'

/** What the menu of a row goes by. A plan with steps that act without asking can be approved in one more way. */
export const rowContext = ({ kind, question }: Pick<PendingView, 'kind' | 'question'>): string =>
  kind === 'gate' && (question?.grants?.length ?? 0) > 0 ? 'gate-acting' : kind
