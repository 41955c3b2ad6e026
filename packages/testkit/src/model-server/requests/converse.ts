import type { Json } from '@convene/domain'
import { fields, list } from '../loose.ts'
import { pairProblem } from './pairs.ts'
import { anything, either, fieldsOf, filled, first, listOf, matching, number, oneOf, text, toolName } from './shape.ts'

const id = matching(/^[a-zA-Z0-9_-]{1,64}$/)
const point = fieldsOf({ cachePoint: fieldsOf({ type: oneOf('default') }, { ttl: text }) })
const said = fieldsOf({ text: filled })
const image = fieldsOf({ image: anything })
const block = either(
  said,
  image,
  point,
  fieldsOf({ toolUse: fieldsOf({ toolUseId: id, name: toolName, input: anything }) }),
  fieldsOf({
    toolResult: fieldsOf(
      { toolUseId: id, content: listOf(either(said, image, fieldsOf({ json: anything }))) },
      { status: oneOf('success', 'error') },
    ),
  }),
  fieldsOf({
    reasoningContent: either(
      fieldsOf({ reasoningText: fieldsOf({ text }, { signature: filled }) }),
      fieldsOf({ redactedReasoning: anything }),
      fieldsOf({ redactedContent: text }),
    ),
  }),
)
const shape = fieldsOf(
  { messages: listOf(fieldsOf({ role: oneOf('user', 'assistant'), content: listOf(block, 1) }), 1) },
  {
    system: listOf(either(said, point)),
    inferenceConfig: fieldsOf(
      {},
      { maxTokens: number(1), temperature: number(0, 1), topP: number(0, 1), stopSequences: anything },
    ),
    toolConfig: fieldsOf(
      {
        tools: listOf(
          either(
            fieldsOf({
              toolSpec: fieldsOf(
                { name: toolName, inputSchema: fieldsOf({ json: anything }) },
                { description: filled, strict: anything },
              ),
            }),
            point,
          ),
          1,
        ),
      },
      { toolChoice: anything },
    ),
    additionalModelRequestFields: anything,
    additionalModelResponseFieldPaths: anything,
    outputConfig: anything,
    serviceTier: anything,
  },
)

/** What Bedrock refuses in a Converse request. */
export function converseProblem(body: Json): string | undefined {
  const turns = list(fields(body).messages).map(fields)
  const ids = (turn: { readonly [field: string]: Json }, field: string) =>
    list(turn.content).flatMap((one) => {
      const { toolUseId } = fields(fields(one)[field])
      return toolUseId === undefined ? [] : [toolUseId]
    })
  const repeated = turns.find((turn, at) => turn.role === turns[at + 1]?.role)
  return first([
    shape(body, 'body'),
    turns[0]?.role === 'user' ? undefined : 'A conversation must start with a user message.',
    repeated ? 'messages: roles must alternate between "user" and "assistant"' : undefined,
    pairProblem(turns.map((turn) => ({ calls: ids(turn, 'toolUse'), results: ids(turn, 'toolResult') }))),
  ])
}
