import { serveThread } from '@convene/platform'
import { languageOf } from './languages.ts'
import { type Outline, outline } from './outline.ts'

/** A text to outline. The path determines its language. */
export type OutlineRequest = { readonly path: string; readonly text: string }

serveThread(async ({ path, text }: OutlineRequest): Promise<Outline> => {
  const language = languageOf(path)
  if (!language) throw new Error(`no grammar for ${path}`)
  return outline(text, language)
})
