import { readFileSync } from 'node:fs'

/** The two ports of a connection, as seen by the server. */
export type Ends = { readonly remotePort?: number | undefined; readonly localPort?: number | undefined }

/**
 * Whether another user of this machine is at the far end of a connection. Linux says who owns a socket. Nothing is
 * known on other systems or about connections from other machines. Root is allowed: it can read everything anyway, and
 * forwards connections.
 */
export function isOtherUser(ends: Ends | undefined, own = process.getuid?.(), table = socketTable): boolean {
  const { remotePort, localPort } = ends ?? {}
  if (own === undefined || remotePort === undefined || localPort === undefined) return false
  return table()
    .map(socketIn)
    .filter(({ near, far }) => near === remotePort && far === localPort)
    .some(({ user }) => user !== own && user !== 0)
}

function socketTable(): readonly string[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => {
    try {
      return readFileSync(file, 'latin1').split('\n').slice(1)
    } catch {
      return []
    }
  })
}

/** A line is `0: 0100007F:B0C6 0100007F:1CF2 01 … uid …`, with ports in hexadecimal. */
function socketIn(line: string): { readonly near: number; readonly far: number; readonly user: number } {
  const [, near = '', far = '', , , , , user = ''] = line.trim().split(/\s+/u)
  return { near: portIn(near), far: portIn(far), user: Number(user) }
}

const portIn = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16)
