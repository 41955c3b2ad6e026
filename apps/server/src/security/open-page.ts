import type { Refusal } from '@convene/domain'
import { isEqualInConstantTime } from './constant-time.ts'
import { type Guard, setCookie } from './guard.ts'
import { type Ends, isOtherUser } from './other-user.ts'
import { pageKeyOf } from './proof.ts'
import { refusedPage } from './refused-page.ts'

/**
 * Given the token or a code, sets the cookie, hands out the page key and removes the credential from the URL. The key
 * is in the URL fragment, which browsers never send. The page removes it from there.
 */
export function openPage(guard: Guard, request: Request, ends: Ends | undefined): Response {
  const refusal = refusePass(guard, new URL(request.url).searchParams, ends)
  return refusal ? refusedPage('/open', refusal) : operatorPage(guard, request)
}

/** Lets a browser in as the holder of the token. */
export function operatorPage(guard: Guard, { url, headers }: Request): Response {
  const { searchParams } = new URL(url)
  return new Response(null, {
    status: 303,
    headers: {
      location: pageAddress(guard, searchParams.get('to') ?? '/'),
      'set-cookie': setCookie(guard.token, guard.names().originOf(headers.get('host') ?? '')),
      'cache-control': 'no-store',
    },
  })
}

/** The page's address with its key and the route to open, which is never on another site. */
export function pageAddress({ token }: Guard, to: string): string {
  const isOwn = /^\/(?![/\\])[^\\]*$/u.test(to)
  return `/#${new URLSearchParams({ key: pageKeyOf(token), ...(isOwn && to !== '/' && { to }) })}`
}

function refusePass(guard: Guard, given: URLSearchParams, ends: Ends | undefined): Refusal | undefined {
  const code = given.get('code')
  if (code === null)
    return isEqualInConstantTime(given.get('token') ?? '', guard.token)
      ? undefined
      : unauthorized('This link is no longer valid.')
  if (isOtherUser(ends)) return unauthorized('This link is for another user of this machine.')
  const taken = guard.codes.take(code)
  if (taken === 'right') return undefined
  return unauthorized(
    taken === 'used'
      ? 'This link has already been used and works only once. If that was not you, another user of this machine was let in: quit Convene, delete the file `token` in its data folder, and start it again.'
      : 'This link is older than a minute, or Convene has been restarted since.',
  )
}

const unauthorized = (message: string): Refusal => ({ code: 'unauthorized', message })
