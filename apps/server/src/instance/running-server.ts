import { createClient, httpHost } from '@convene/protocol'
import { linkTo } from '../security/address.ts'

/** The running server of a data folder. */
export type RunningServer = {
  readonly address: string
  readonly token: string
  /** The link that logs in a browser and opens a page. For the user only. */
  link(to?: string): string
  /**
   * A one-time link, valid for a minute, to pass to a program whose arguments others may read. Undefined if the server
   * does not answer.
   */
  linkOnce(to?: string): Promise<string | undefined>
}

type Known = {
  /** The credential for calls. Default: the token. */
  readonly pass?: string
  /** Where browsers reach it, if not at its address. */
  readonly publicUrl?: string | undefined
}

/** A server known by its address and token. */
export function runningServer(
  address: string,
  token: string,
  { pass = token, publicUrl = address }: Known = {},
): RunningServer {
  const { origin } = new URL(publicUrl)
  return {
    address,
    token,
    link: (to) => linkTo(origin, { token }, to),
    linkOnce: async (to) => {
      const made = await createClient(httpHost({ base: address, token: pass })).openCode()
      return made.ok ? linkTo(origin, { code: made.value.code }, to) : undefined
    },
  }
}
