import type { Result } from '@convene/domain'
import type { Program } from '@convene/host'
import { isOpenToAll, type ServerCalls, serverCalls } from '../calls.ts'
import { watchSessionLists } from '../feed/changes.ts'
import { type Guard, refuseRequest } from './guard.ts'

/** Lets a request in, or says why not. */
export type EntryRequest = {
  enter(request: Request, path: string): Promise<Result<ServerCalls>>
  close(): void
}

export type EntryOptions = {
  readonly program: Program
  /** Undefined for a private pipe, through which everyone is let in. */
  readonly guard: Guard | undefined
  readonly assets: string | undefined
}

/** The entry for a single user: anyone with the token may make every call. */
export function entryOfUser({ program, guard, assets }: EntryOptions): EntryRequest {
  const changes = watchSessionLists(program)
  const calls = serverCalls({ program, guard, assets, changes })
  return {
    async enter({ method, headers }, path) {
      const refusal = guard && refuseRequest(guard, { path, headers, open: isOpenToAll({ method, path }) })
      return refusal ? { ok: false, refusal } : { ok: true, value: calls }
    },
    close: () => {
      changes.close()
      calls.close()
    },
  }
}
