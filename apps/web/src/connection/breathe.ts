const LONGEST = 8

let since = 0

/** Lets the page paint and hear, if it has been read to for a while: pieces that are there come without a pause. */
export async function breathe(): Promise<void> {
  if (document.hidden || performance.now() - since < LONGEST) return
  await new Promise((resolve) => setTimeout(resolve, 0))
  since = performance.now()
}
