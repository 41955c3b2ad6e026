import type { Environment } from '@convene/adapters'
import { createClient, httpHost } from '@convene/protocol'
import { tokenOf } from '../security/token.ts'
import { addressOf, linkTo } from './address.ts'
import { readRecord } from './record.ts'

/** A server that answers for a data folder. */
export type RunningServer = {
  readonly address: string
  readonly token: string
  /** The link that lets a browser in, to a page of it. */
  link(to?: string): string
}

/** The server of a data folder, if one answers. */
export async function findServer(home: string, environment: Environment): Promise<RunningServer | undefined> {
  const record = readRecord(home)
  if (!record) return undefined
  const token = tokenOf(home, environment)
  const address = addressOf(record.host, record.port)
  const status = await createClient(httpHost({ base: address, token })).status()
  // Another program may have been given the port since.
  if (!status.ok || status.value.home !== home) return undefined
  return { address, token, link: (to) => linkTo(address, token, to) }
}
