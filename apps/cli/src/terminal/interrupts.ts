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
      const ahead = new Map<Interrupt, number>()
      // One that came both ways counts once: only the side that is not behind the other rings.
      const count = (name: Interrupt, side: 1 | -1) => {
        const before = ahead.get(name) ?? 0
        ahead.set(name, before + side)
        if (before * side >= 0) ring(name)
      }
      const received = (name: Interrupt) => count(name, 1)
      const forwarded = (message: { forwarded?: Interrupt }) => message.forwarded && count(message.forwarded, -1)
      for (const name of names) source.on(name, received)
      source.on('message', forwarded)
      source.channel?.unref?.()
      source.send?.('counts signals')
      return () => {
        for (const name of names) source.off(name, received)
        source.off('message', forwarded)
      }
    },
  }
}
