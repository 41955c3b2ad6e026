/** Work that never overlaps. Calls while it runs make it run once more. */
export function oneAtATime(work: () => Promise<void>): (() => Promise<void>) & { ended(): Promise<void> } {
  let running: Promise<void> | undefined
  let again = false
  const run = async () => {
    do {
      again = false
      await work()
    } while (again)
    running = undefined
  }
  const call = () => {
    again = running !== undefined
    running ??= run()
    return running
  }
  return Object.assign(call, { ended: async () => running })
}
