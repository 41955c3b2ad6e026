import { type Contender, plain, type Service, SYSTEM } from './contender.ts'

/** The lower bound: `fetch`, and ten lines that parse server-sent events. */
export async function rawFetch({ url, model }: Service): Promise<Contender> {
  return plain(async (turns) => {
    const messages = [{ role: 'system', content: SYSTEM }, ...turns]
    const body = JSON.stringify({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 8192,
    })
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const decoder = new TextDecoder()
    let rest = ''
    let text = ''
    for await (const chunk of response.body ?? []) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        if (line.startsWith('data: {')) text += JSON.parse(line.slice(6)).choices[0]?.delta.content ?? ''
    }
    return text
  })
}
