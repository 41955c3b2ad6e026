import type { Refusal } from '@convene/domain'
import { plainPage } from '@convene/server'

export const CARRY_PATH = '/login/carry.js'

/**
 * Page routes are in the URL hash, which browsers do not send. This carries it along, so that links survive a login.
 */
export const carryScript = `const link = document.querySelector('a[href^="/login/start"]')
if (link && location.hash.startsWith('#/')) link.href = '/login/start?to=' + encodeURIComponent('/' + location.hash)
`

type LoginPage = {
  /** The host of the login service, if one is configured. */
  readonly service?: string | undefined
  readonly to?: string
  /** Why the last attempt failed. */
  readonly refusal?: Refusal | undefined
}

/** The page for people who are not logged in. */
export function loginPage({ service, to = '/', refusal }: LoginPage): Response {
  const start = `/login/start?${new URLSearchParams({ to })}`
  const how =
    service === undefined
      ? 'This server has no login service yet. Admins: see “Log in” in the guide page “For a team”.'
      : `You log in with ${service}.`
  const page = plainPage(
    refusal ? 'Not logged in' : 'Log in to Convene',
    [...(refusal ? [refusal.message] : []), how],
    service === undefined ? undefined : { href: start, text: refusal ? 'Try again' : 'Log in', script: CARRY_PATH },
  )
  return new Response(page, {
    status: refusal ? 403 : 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}
