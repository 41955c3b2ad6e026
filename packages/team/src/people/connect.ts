import { createHmac } from 'node:crypto'
import { refuse } from '@convene/domain'
import type { Handlers } from '@convene/server'
import { isEqualInConstantTime } from '@convene/server'
import type { ByPerson } from './by-person.ts'
import { DAY_MS, DAYS, tokenOwner, tokenView } from './tokens.ts'

const OPEN_MS = 600_000

/** `convene login`: a terminal makes a token, and a logged-in person confirms its hash. */
export const connectHandlers = (byPerson: ByPerson): Handlers<'startConnect' | 'connect'> => ({
  startConnect: byPerson(async (_people, { hash }, { guard, program }) => ({
    ok: true,
    value: { ticket: ticketFor(guard?.token ?? '', hash, program.now() + OPEN_MS) },
  })),
  connect: byPerson(async (people, { name, hash, ticket, code }, { guard, program }) => {
    const owner = await tokenOwner(people, undefined)
    if (!owner.ok) return owner
    const { accounts, caller } = people
    const until = Number.parseInt(ticket, 36)
    if (!isEqualInConstantTime(ticket, ticketFor(guard?.token ?? '', hash, until)) || until < program.now())
      return refuse('login_expired', 'This link is older than 10 minutes. Run convene login again.')
    if (code.replaceAll(/[^0-9a-z]/giu, '').toLowerCase() !== hash.slice(0, 8))
      return refuse('wrong_code', 'This is not the code of this login. Enter the one that your own terminal shows.')
    if (await accounts.callerByToken(hash)) return refuse('already_connected', 'This login was already confirmed.')
    const expiresAt = program.now() + DAYS * DAY_MS
    const token = { name, person: owner.value, space: caller.space, expiresAt, hash }
    return { ok: true, value: tokenView(await accounts.createToken(token, caller.person)) }
  }),
})

/** States until when a hash can be confirmed. Signed, so that nothing has to be stored for unknown people. */
export function ticketFor(token: string, hash: string, until: number): string {
  const signed = createHmac('sha256', token).update(`connect\n${hash}\n${until}`).digest('hex')
  return `${until.toString(36)}-${signed}`
}
