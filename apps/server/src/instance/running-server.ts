import { createClient, httpHost } from '@convene/protocol'
import { linkTo } from './address.ts'

/** A server that answers for a data folder. */
export type RunningServer = {
  readonly address: string
  readonly token: string
  /** The link that lets a browser in, to a page of it: for the person alone. */
  link(to?: string): string
  /** One to hand to a program, whose arguments others may read: it works once, within a minute. None where nobody answers. */
  linkOnce(to?: string): Promise<string | undefined>
}

/** What is known of a server by its address and its token. */
export function runningServer(address: string, token: string): RunningServer {
  return {
    address,
    token,
    link: (to) => linkTo(address, { token }, to),
    linkOnce: async (to) => {
      const made = await createClient(httpHost({ base: address, token })).openCode()
      return made.ok ? linkTo(address, { code: made.value.code }, to) : undefined
    },
  }
}
