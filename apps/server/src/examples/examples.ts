import { listExamples, readExample } from '@convene/library'
import type { Handlers } from '../context.ts'

/** The scripted examples. They are not part of any data folder, so playing them stores nothing. */
export const exampleHandlers: Handlers<'examples' | 'example'> = {
  examples: async () => ({ ok: true, value: { items: [...(await listExamples())], next: null } }),
  example: async (_context, { slug }) => {
    const events = await readExample(slug)
    if (events) return { ok: true, value: { items: [...events], next: null } }
    return { ok: false, refusal: { code: 'not_found', message: `No example is named ${slug}.` } }
  },
}
