/** A request from outside to end soon. */
export type Interrupt = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** Tells who listens that the process is asked to end; as long as somebody listens, it does not end by itself. */
export type Interrupts = { listen(ring: (interrupt: Interrupt) => void): () => void }

export const exitCodeOf: Record<Interrupt, number> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** The signals of this process. */
export const processInterrupts: Interrupts = {
  listen(ring) {
    const names: readonly Interrupt[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const name of names) process.on(name, ring)
    return () => {
      for (const name of names) process.off(name, ring)
    }
  },
}
