import type { Refusal } from '@convene/domain'
import { failureResponse } from '../mount.ts'
import { plainPage } from '../pages/plain-page.ts'
import { statusCodeOf } from '../status-codes.ts'
import { isCall } from './guard.ts'

/** Why a request is refused: JSON for programs, and a page that says what to do for users. */
export function refusedPage(path: string, refusal: Refusal): Response {
  if (isCall(path)) return failureResponse(refusal)
  return new Response(plainPage('Convene', [refusal.message, 'Run `convene` in a terminal: it prints a link.']), {
    status: statusCodeOf(refusal),
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}
