import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type Balancer = {
  readonly host: string
  use(...addresses: string[]): void
  /** Sends nothing and closes nothing, like a stalled network. */
  stall(isStalled: boolean): void
}

/** A load balancer without sticky sessions: each connection goes to the first server that takes it. */
export async function startBalancer(): Promise<Balancer> {
  let targets: readonly URL[] = []
  const sockets = new Set<Socket>()
  const carry = (near: Socket, [target, ...rest]: readonly URL[]): void => {
    if (!target) return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    far.once('error', () => carry(near, rest))
    far.once('connect', () => {
      sockets.add(far)
      far.removeAllListeners('error')
      for (const [one, other] of [[near, far] as const, [far, near] as const])
        one
          .on('error', () => other.destroy())
          .on('close', () => other.destroy())
          .pipe(other)
    })
  }
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => undefined)
    carry(near, targets)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (...addresses) => {
      targets = addresses.map((address) => new URL(address))
    },
    stall: (isStalled) => {
      for (const socket of sockets) isStalled ? socket.pause() : socket.resume()
    },
  }
}
