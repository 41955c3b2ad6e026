import type { Environment } from '@convene/platform'
import { createClient, httpHost } from '@convene/protocol'
import { urlAddress } from '../security/address.ts'
import { passFor } from '../security/proof.ts'
import { tokenOf } from '../security/token.ts'
import { readRecord } from './record.ts'
import { type RunningServer, runningServer } from './running-server.ts'

/**
 * The running server of a data folder, if any. Another user's program may hold its port by now, so it is never sent the
 * token.
 */
export async function findServer(home: string, environment: Environment): Promise<RunningServer | undefined> {
  const record = readRecord(home)
  if (!record || !isRunning(record.pid)) return undefined
  const token = tokenOf(home, environment)
  const address = urlAddress(record.host, record.port)
  const pass = await passFor(address, token)
  if (pass === undefined) return undefined
  const status = await createClient(httpHost({ base: address, token: pass })).status()
  // The servers of several folders may share one token.
  if (!status.ok || status.value.home !== home) return undefined
  return runningServer(address, token, { pass })
}

/** A process that we may not signal belongs to another user, so it did not write the record. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
