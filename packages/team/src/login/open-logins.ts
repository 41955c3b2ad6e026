import { randomBytes } from 'node:crypto'
import { type Result, refuse } from '@convene/domain'
import { type Program, settingsOf } from '@convene/host'
import type { Accounts } from '../accounts/account/accounts.ts'
import { secretHash } from './login-cookie.ts'
import { FIRST_ADMIN, type Logins } from './mount-login.ts'
import { openOidc } from './oidc.ts'

const HOUR_MS = 3_600_000

/** How people log in to a team server, according to its settings. */
export async function openLogins(program: Program, accounts: Accounts): Promise<Result<Logins>> {
  const settings = await settingsOf(program)
  if (!settings.ok) return settings
  const { oidc: given } = settings.value.settings.server
  const { groupsClaim = 'groups', roles = {} } = given ?? {}
  const shared = { accounts, groupsClaim, roles, now: () => program.now() }
  if (!given) return { ok: true, value: shared }
  const { issuer, clientId, clientSecretEnv, scopes = ['profile', 'email'] } = given
  const clientSecret = clientSecretEnv && (await program.withKeys()).environment[clientSecretEnv]
  if (clientSecretEnv && !clientSecret)
    return refuse(
      'no_secret',
      `${clientSecretEnv} is not set. It should hold the client secret for the login service (server.oidc). Set the variable, or store it: convene keys set ${clientSecretEnv}`,
    )
  const telemetry = await program.telemetry()
  const warn = (text: string) => telemetry.log('warn', 'login', text, {})
  return {
    ok: true,
    value: { ...shared, oidc: openOidc({ issuer, clientId, clientSecret, scopes, groupsClaim, warn }) },
  }
}

/** The path of a link that makes its first user an admin, if there is none yet. */
export async function firstAdminPath({ accounts, now }: Logins): Promise<string | undefined> {
  if (await accounts.hasAdmin()) return undefined
  const code = randomBytes(32).toString('base64url')
  await accounts.keepOneTime({ hash: secretHash(code), purpose: FIRST_ADMIN, data: '', expiresAt: now() + HOUR_MS })
  return `/login/first?code=${code}`
}
