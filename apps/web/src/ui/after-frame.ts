/** Needed because a hidden page has no frames. */
const LONGEST_WAIT = 250

/** Runs once, in a task after the next frame. Returns a function that cancels it. */
export function afterFrame(run: () => void): () => void {
  let timer = setTimeout(run, LONGEST_WAIT)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(run, 0)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
