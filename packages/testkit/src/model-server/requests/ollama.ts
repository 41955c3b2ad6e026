import type { Json } from '@convene/domain'
import { anything, either, fieldsOf, filled, flag, listOf, number, oneOf, schema, text, toolName } from './shape.ts'

const call = fieldsOf({ function: fieldsOf({ name: toolName, arguments: anything }) }, { id: text })
const shape = fieldsOf(
  {
    model: filled,
    messages: listOf(
      fieldsOf(
        { role: oneOf('system', 'user', 'assistant', 'tool'), content: text },
        { images: listOf(text), tool_calls: listOf(call), tool_name: text, thinking: text },
      ),
      1,
    ),
  },
  {
    stream: flag,
    options: fieldsOf({}, { num_ctx: number(1), num_predict: number(-2), temperature: number(0) }),
    tools: listOf(
      fieldsOf({
        type: oneOf('function'),
        function: fieldsOf({ name: toolName, parameters: schema }, { description: text }),
      }),
    ),
    think: either(flag, text),
    format: either(oneOf('json'), schema),
    keep_alive: anything,
  },
)

/** What Ollama refuses in a request, or would ignore silently. */
export const ollamaProblem = (body: Json): string | undefined => shape(body, 'body')
