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
const thinking = either(
  fieldsOf({ type: oneOf('enabled'), budget_tokens: number(1_024) }, { display: text }),
  fieldsOf({ type: oneOf('adaptive', 'disabled') }, { display: text }),
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
    additionalModelRequestFields: fieldsOf(
      {},
      {
        thinking,
        output_config: anything,
        anthropic_beta: anything,
        reasoning_effort: text,
        reasoningConfig: anything,
      },
    ),
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
    startProblem(turns, fields(body)),
    pairProblem(turns.map((turn) => ({ calls: ids(turn, 'toolUse'), results: ids(turn, 'toolResult') }))),
  ])
}

type Fields = { readonly [field: string]: Json }

/** While its calls are being answered, a reasoning model's answer must start with its thinking. */
function startProblem(turns: readonly Fields[], body: Fields): string | undefined {
  if (fields(fields(body.additionalModelRequestFields).thinking).type !== 'enabled') return undefined
  const isAsk = ({ role, content }: Fields) =>
    role === 'user' && !list(content).some((one) => fields(one).toolResult !== undefined)
  const answers = turns.slice(turns.findLastIndex(isAsk) + 1).filter(({ role }) => role === 'assistant')
  const start = fields(list(answers.at(-1)?.content)[0])
  return answers.length === 0 || start.reasoningContent !== undefined
    ? undefined
    : 'Expected `thinking` or `redacted_thinking`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.'
}
