import { z } from 'zod'
import type { Tool } from '../tool.ts'

const MARKS = { pending: '[ ]', in_progress: '[~]', completed: '[x]', cancelled: '[-]' } as const

const Todo = z.strictObject({
  content: z.string().trim().min(1).max(500).describe('The task, in one line.'),
  status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
  priority: z.enum(['high', 'medium', 'low']).optional(),
})
type Todo = z.infer<typeof Todo>

const Input = z.strictObject({
  todos: z
    .array(Todo)
    .max(100)
    .refine((todos) => new Set(todos.map(({ content }) => content)).size === todos.length, 'two entries are the same')
    .describe('The whole list. It replaces the previous one.'),
})

/** Keeps an agent's to-do list: takes the whole list and returns it as text. */
export function todoTool(): Tool<z.infer<typeof Input>> {
  return {
    name: 'todo',
    description:
      'Keep a to-do list. Pass the whole list each time. ' +
      'Set an entry to in_progress before you start it, and to completed as soon as it is done.',
    input: Input,
    permission: 'todo',
    readOnly: true,
    reaches: [],
    inspect: async () => [{ permission: 'todo', target: 'todo' }],
    run: async ({ todos }) => ({ ok: true, output: listed(todos) }),
  }
}

function listed(todos: readonly Todo[]): string {
  if (todos.length === 0) return 'The list is empty.'
  const open = todos.filter(({ status }) => status === 'pending' || status === 'in_progress').length
  const lines = todos.map(({ content, status, priority }) => {
    const weight = priority === undefined || priority === 'medium' ? '' : ` (${priority})`
    return `${MARKS[status]} ${content.replace(/\s+/g, ' ')}${weight}`
  })
  return [...lines, `${open} of ${todos.length} open.`].join('\n')
}
