/** A request from outside to end soon. */
export type Interrupt = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** Reports requests to stop. While there is a listener, the process does not exit on its own. */
export type Interrupts = { listen(ring: (interrupt: Interrupt) => void): () => void }

export const exitCodeOf: Record<Interrupt, number> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

const names: readonly Interrupt[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

type Source = Pick<NodeJS.Process, 'on' | 'off' | 'send' | 'channel'>

/** This process's signals, each reported once, even if the launcher has received and forwarded it too. */
export const processInterrupts: Interrupts = interruptsOf(process)

/** The signals of a process, and those that its launcher forwards. */
export function interruptsOf(source: Source): Interrupts {
  return {
    listen(ring) {
      const each = new Map(names.map((name) => [name, countedOnce(() => ring(name))]))
      const received = new Map(names.map((name) => [name, () => each.get(name)?.received()]))
      const heard = (message: unknown) => {
        if (isForwarded(message)) each.get(message.forwarded)?.forwarded()
      }
      for (const [name, listener] of received) source.on(name, listener)
      source.on('message', heard)
      source.channel?.unref?.()
      source.send?.('counts signals')
      return () => {
        for (const [name, listener] of received) source.off(name, listener)
        source.off('message', heard)
      }
    },
  }
}

/** One that came both ways counts once: only the side that is ahead of the other rings. */
function countedOnce(ring: () => void) {
  let [own, launchers] = [0, 0]
  return {
    received: () => {
      if (++own > launchers) ring()
    },
    forwarded: () => {
      if (++launchers > own) ring()
    },
  }
}

const isForwarded = (message: unknown): message is { readonly forwarded: Interrupt } =>
  typeof message === 'object' && message !== null && names.includes((message as { forwarded: Interrupt }).forwarded)
