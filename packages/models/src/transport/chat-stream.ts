import { tidyChat } from './chat-document.ts'

/** Lines with their terminators, so that everything else passes through byte for byte. */
const LINE = /[^\r\n]*[\r\n]|[^\r\n]+$/g
const DONE = /^data:\s*\[DONE\]\s*$/
/** Only these are parsed. Plain text, which is nearly all of a stream, passes through unchanged. */
const ODD = /"tool_calls"|"x_groq"|"index"\s*:\s*[1-9]|"finish_reason"\s*:\s*""/
const FINISHED = /"finish_reason"\s*:\s*"[^"]/
const FINISH = '\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'

/**
 * Chat completions as the provider's package expects them. Servers that imitate the API send arguments as objects,
 * extra choices, or `[DONE]` without a finish reason: their answer is complete, and a retry would be billed again.
 */
export function chatStream(): (chunk: Uint8Array | undefined) => Uint8Array {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const state = { finished: false, done: false }
  let rest = ''
  return (chunk) => {
    const text = rest + (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode())
    const end = chunk ? Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1 : text.length
    rest = text.slice(end)
    const lines = text.slice(0, end).match(LINE) ?? []
    return encoder.encode(lines.map((line) => tidyLine(line, state)).join(''))
  }
}

function tidyLine(line: string, state: { finished: boolean; done: boolean }): string {
  if (state.done) return ''
  if (!line.startsWith('data:')) return line
  if (DONE.test(line)) {
    state.done = true
    return state.finished ? line : `${FINISH}data: [DONE]\n\n`
  }
  const tidy = ODD.test(line) ? tidied(line) : line
  if (FINISHED.test(tidy)) state.finished = true
  return tidy
}

/** A line that is not valid JSON is left to the package: an event may span several lines. */
function tidied(line: string): string {
  const payload = line.slice('data:'.length)
  try {
    const end = /(?<![\r\n])[\r\n]+$/.exec(line)?.[0] ?? ''
    return `data: ${JSON.stringify(tidyChat(JSON.parse(payload)))}${end}`
  } catch {
    return line
  }
}
