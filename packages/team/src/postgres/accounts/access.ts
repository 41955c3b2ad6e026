import { holderText, OPEN_CODE } from '../../accounts/account/account.ts'
import type { DatabaseConnection } from '../database/database.ts'

export type SpaceMember = { readonly space: string; readonly person: string }

/** Otherwise the tokens, codes and logins of somebody who left would work again once they come back. */
export async function endAccess(
  { run }: DatabaseConnection,
  { space, person }: SpaceMember,
  at: number,
): Promise<void> {
  const text = 'UPDATE tokens SET revoked_at = $3 WHERE space = $1 AND person = $2 AND revoked_at IS NULL'
  await run({ text, values: [space, person, at] })
  await run({ text: 'DELETE FROM logins WHERE space = $1 AND person = $2', values: [space, person] })
  const codes = 'DELETE FROM one_time WHERE purpose = $1 AND data = $2'
  await run({ text: codes, values: [OPEN_CODE, holderText({ space, person })] })
}
