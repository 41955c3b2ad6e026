/** A request from outside to end soon. */
export type Interrupt = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** Reports requests to stop. While there is a listener, the process does not exit on its own. */
export type Interrupts = { listen(ring: (interrupt: Interrupt) => void): () => void }

export const exitCodeOf: Record<Interrupt, number> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** This process's signals. */
export const processInterrupts: Interrupts = {
  listen(ring) {
    const names: readonly Interrupt[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const name of names) process.on(name, ring)
    return () => {
      for (const name of names) process.off(name, ring)
    }
  },
}
