import type { Refusal } from '@convene/domain'
import { refusedPage } from '../pages/refused-page.ts'
import { type Door, setCookie } from './guard.ts'
import { type Ends, isOtherUser } from './other-user.ts'
import { pageKeyOf } from './proof.ts'
import { isSame } from './same.ts'

/**
 * Somebody with the token, or with a code, is given the cookie and the page's key, and what they came with leaves the
 * address. The key is in the part of the address that browsers send to nobody; the page takes it out of there.
 */
export function openDoor(door: Door, { url, headers }: Request, ends: Ends | undefined): Response {
  const { searchParams } = new URL(url)
  const refusal = refusePass(door, searchParams, ends)
  if (refusal) return refusedPage('/open', refusal)
  const to = searchParams.get('to') ?? '/'
  const isOwn = /^\/(?![/\\])[^\\]*$/u.test(to)
  const place = new URLSearchParams({ key: pageKeyOf(door.token), ...(isOwn && to !== '/' && { to }) })
  return new Response(null, {
    status: 303,
    headers: {
      location: `/#${place}`,
      'set-cookie': setCookie(door.token, headers.get('host') ?? ''),
      'cache-control': 'no-store',
    },
  })
}

function refusePass(door: Door, given: URLSearchParams, ends: Ends | undefined): Refusal | undefined {
  const code = given.get('code')
  if (code === null)
    return isSame(given.get('token') ?? '', door.token) ? undefined : unauthorized('This link is not valid any more.')
  if (isOtherUser(ends)) return unauthorized('This link is for another user of this machine.')
  const taken = door.codes.take(code)
  if (taken === 'right') return undefined
  return unauthorized(
    taken === 'used'
      ? 'This link was used already, and works once. If that was not you, somebody else on this machine was let in: end Convene, delete the file `token` in its data folder, and start it again.'
      : 'This link is older than a minute, or Convene was started anew since.',
  )
}

const unauthorized = (message: string): Refusal => ({ code: 'unauthorized', message })
