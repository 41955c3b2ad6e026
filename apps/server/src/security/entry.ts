import type { Result } from '@convene/domain'
import type { Program } from '@convene/host'
import { type Calls, callsOf, isOpen } from '../calls.ts'
import { watchChanges } from '../feed/changes.ts'
import { type Guard, refuseRequest } from './guard.ts'

/** Lets a request in, or says why not. */
export type Entry = {
  enter(request: Request, path: string): Promise<Result<Calls>>
  close(): void
}

export type EntryOptions = {
  readonly program: Program
  /** Undefined for a private pipe, through which everyone is let in. */
  readonly guard: Guard | undefined
  readonly assets: string | undefined
}

/** The entry for a single user: anyone with the token may make every call. */
export function entryOfUser({ program, guard, assets }: EntryOptions): Entry {
  const changes = watchChanges(program)
  const calls = callsOf({ program, guard, assets, changes })
  return {
    async enter({ method, headers }, path) {
      const refusal = guard && refuseRequest(guard, { path, headers, open: isOpen({ method, path }) })
      return refusal ? { ok: false, refusal } : { ok: true, value: calls }
    },
    close: () => {
      changes.close()
      calls.close()
    },
  }
}
