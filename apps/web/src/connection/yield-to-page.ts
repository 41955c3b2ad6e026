const LONGEST = 8

let since = 0

/** Yields to the page after a stretch of reading. Buffered chunks would otherwise arrive without a pause. */
export async function yieldToPage(): Promise<void> {
  if (document.hidden || performance.now() - since < LONGEST) return
  await new Promise((resolve) => setTimeout(resolve, 0))
  since = performance.now()
}
