const LINE = /[^\r\n]*[\r\n]|[^\r\n]+$/g
const REASONING_TEXT = '"response.reasoning_text.delta"'
/** Events with nothing we use. If a field is missing in one of them, the package discards the whole answer. */
const UNUSED = /"type"\s*:\s*"response\.(created|in_progress|queued|output_text\.annotation\.added)"/

/**
 * Responses as the provider's package expects them. Servers with open models stream the reasoning itself. The package
 * does not know these events, so they are passed on as summaries.
 */
export function responsesStream(): (chunk: Uint8Array | undefined) => Uint8Array {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let rest = ''
  return (chunk) => {
    const text = rest + (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode())
    const end = chunk ? Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1 : text.length
    rest = text.slice(end)
    const whole = text.slice(0, end)
    if (!whole.includes(REASONING_TEXT) && !UNUSED.test(whole)) return encoder.encode(whole)
    return encoder.encode((whole.match(LINE) ?? []).map(tidyLine).join(''))
  }
}

/** A line that is not valid JSON is left to the package: an event may span several lines. */
function tidyLine(line: string): string {
  if (!line.startsWith('data:') || !(UNUSED.test(line) || line.includes(REASONING_TEXT))) return line
  try {
    const event = JSON.parse(line.slice('data:'.length)) as Record<string, unknown>
    if (event.type !== 'response.reasoning_text.delta') return UNUSED.test(line) ? '' : line
    const summary = { ...event, type: 'response.reasoning_summary_text.delta', summary_index: 0 }
    return `data: ${JSON.stringify(summary)}\n`
  } catch {
    return line
  }
}
