import { z } from 'zod'

const Sample = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  input: z.union([z.string(), z.array(z.object({ role: z.string(), content: z.unknown() }).loose())]),
  target: z.union([z.string(), z.number(), z.array(z.string())]).nullish(),
  choices: z.array(z.string()).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  output: z.object({ completion: z.string().optional() }).loose().nullish(),
})

export const isInspect = (row: unknown): boolean => Sample.safeParse(row).success && !('question' in Object(row))

/** An Inspect sample as a row. In a conversation, the user's last message is the question. */
export function inspectRow(row: unknown): unknown {
  const { id, input, target, choices, metadata } = Sample.parse(row)
  const options = choices?.length ? choices : undefined
  const targets = [target ?? []].flat().map(String)
  return {
    ...(id !== null && id !== undefined && { id }),
    question: typeof input === 'string' ? input : textOf(input.findLast(({ role }) => role === 'user')?.content),
    ...(targets.length > 0 && { answer: options || targets.length === 1 ? targets[0] : targets }),
    ...(options && { options }),
    ...(typeof metadata?.topic === 'string' && { topic: metadata.topic }),
  }
}

/** What the model in a finished log answered to this sample. */
export const inspectReply = (row: unknown): string | undefined => Sample.safeParse(row).data?.output?.completion

/** A message is a text, or a list of parts, some of which are text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts: readonly unknown[] = Array.isArray(content) ? content : []
  return parts.flatMap((part) => (isText(part) ? [part.text] : [])).join('\n')
}

const isText = (part: unknown): part is { readonly text: string } =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
