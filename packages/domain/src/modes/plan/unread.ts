import { type EventPlace, type Fact, fact } from '../../event/event.ts'

/** Warnings about unreadable answers. */
export const UNREAD = {
  review: 'no_verdict',
  planReview: 'plan_review_unread',
  options: 'options_unread',
  offer: 'offer_unread',
  comparison: 'comparison_unread',
} as const

type Unread = { readonly what: string; readonly after: string; readonly isLast: boolean; readonly place: EventPlace }

/** What was unreadable and what happens next: it is requested again, or has a named outcome. */
export const unreadFact = (
  { name }: { readonly name: string },
  code: string,
  { what, after, isLast, place }: Unread,
): Fact =>
  fact(
    'warning',
    { code, message: `${what} ${isLast ? after : 'Asking again.'}`, ...(isLast && { unread: name }) },
    place,
  )
