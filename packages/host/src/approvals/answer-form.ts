import type { Command } from '@convene/domain'
import type { PendingAnswer } from './pending.ts'

type Question = Extract<PendingAnswer, { kind: 'question' }>['question']
type Field = { readonly type: 'string'; readonly title: string; readonly description?: string; enum?: string[] }

/** A form for a question or a gate, as clients of several protocols show it. */
export type AskedForm = {
  readonly message: string
  readonly requestedSchema: { type: 'object'; properties: Record<string, Field>; required: string[] }
}

/** What the user sees and can fill in. */
export function answerForm({ question, text, gate, options }: Question): AskedForm {
  const message = [question, text].filter((part) => part !== '').join('\n\n')
  const hint = options.length > 0 ? { description: `Suggestions: ${options.join(' · ')}` } : {}
  const properties: Record<string, Field> =
    gate === null
      ? { answer: { type: 'string', title: 'Answer', ...hint } }
      : {
          decision: { type: 'string', title: 'Decision', enum: ['approve', 'reject'] },
          feedback: { type: 'string', title: 'What should change' },
        }
  const required = [gate === null ? 'answer' : 'decision']
  return { message, requestedSchema: { type: 'object', properties, required } }
}

/** What the user filled in, as a command. Undefined if it decides nothing: only `approve` passes a gate. */
export function formAnswer(
  { id, gate }: Question,
  { answer, decision, feedback }: { readonly [name: string]: unknown },
): Command | undefined {
  if (gate === null)
    return typeof answer === 'string' ? { type: 'answer', text: answer, question: id, by: 'user' } : undefined
  if (decision === 'approve') return { type: 'approve', gate: id, by: 'user' }
  return decision === 'reject'
    ? { type: 'reject', feedback: String(feedback || 'Change it.'), gate: id, by: 'user' }
    : undefined
}
