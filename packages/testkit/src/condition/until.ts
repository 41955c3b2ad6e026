/** Waits until it holds, and returns what was found. The test's time limit ends an endless wait. */
export async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
