import { type Result, refuse } from '@convene/domain'

/** The bytes of a body within the limit. A longer one is refused before it is read. */
export async function readBody(request: Request, most: number): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const said = Number(request.headers.get('content-length') ?? 0)
  if (said > most) return tooLarge(most)
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length
    if (size > most) {
      await reader?.cancel().catch(() => undefined)
      return tooLarge(most)
    }
    parts.push(read.value)
  }
  return { ok: true, value: new Uint8Array(Buffer.concat(parts)) }
}

const tooLarge = (most: number): Result<never> =>
  refuse('too_large', `The body is larger than ${most >= 1_048_576 ? `${most / 1_048_576} MiB` : `${most} bytes`}.`)
