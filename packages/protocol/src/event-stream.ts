/** One server-sent event. */
export type StreamMessage = { readonly type: string; readonly id?: string; readonly data: string }

/** Parses server-sent events from chunks of text, wherever these are split. */
export function eventStreamReader(): (piece: string) => readonly StreamMessage[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => messageOf(block))
  }
}

/** A block without data is a keep-alive, not a message. */
function messageOf(block: string): readonly StreamMessage[] {
  const fields = block.split('\n').map((line): readonly [string, string] => {
    const colon = line.indexOf(':')
    return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /u, '')]
  })
  const all = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value)
  const data = all('data')
  if (data.length === 0) return []
  const id = all('id').at(-1)
  return [{ type: all('event').at(-1) ?? 'message', ...(id !== undefined && { id }), data: data.join('\n') }]
}
