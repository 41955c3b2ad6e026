import { lexerWarmUps } from '../ui/markdown/lex.ts'
import { loadCodeFont } from '../ui/theme/code-font.ts'

const steps = [loadCodeFont, ...lexerWarmUps]

/** Prepares what the first message needs, in separate tasks, while events load. Returns a function that stops it. */
export function warmUp(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    const step = steps.shift()
    if (!step) return
    timer = setTimeout(next, 0)
    step()
  }
  timer = setTimeout(next, 0)
  return () => clearTimeout(timer)
}
